# SPDX-License-Identifier: GPL-3.0-or-later
# Kernel modules out of tree: the sources are copied into the build tree and built there by driver/build-module.
find_program(CCACHE_PROGRAM ccache)

# ringside_driver_module(TARGET KDIR dir OUTPUT file WORK dir [FAULT name] [VMLINUX file] [API file] [DEPENDS item...])
#   builds the reference driver, or the fault build NAME of it, against the kernel build folder KDIR.
#   VMLINUX is the base of the module's BTF. API holds the compile checks' results of an earlier build.
function(ringside_driver_module target)
  cmake_parse_arguments(arg "" "KDIR;OUTPUT;WORK;FAULT;VMLINUX;API" "DEPENDS" ${ARGN})
  set(options)
  foreach(option FAULT VMLINUX API)
    if(arg_${option})
      string(TOLOWER --${option} flag)
      list(APPEND options ${flag} ${arg_${option}})
    endif()
  endforeach()
  list(APPEND options --make W=1)
  if(RINGSIDE_WERROR)
    list(APPEND options --make KCFLAGS=-Werror)
  endif()
  set(environment)
  if(CCACHE_PROGRAM)
    # Debian's headers honour this; other kernels ignore it.
    list(APPEND environment DEBIAN_KERNEL_USE_CCACHE=1)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/driver/*.c ${CMAKE_SOURCE_DIR}/driver/*.h ${CMAKE_SOURCE_DIR}/driver/*.sh)
  add_custom_command(
    OUTPUT ${arg_OUTPUT}
    BYPRODUCTS ${arg_WORK}/api.h
    COMMAND ${CMAKE_COMMAND} -E env ${environment}
      ${CMAKE_SOURCE_DIR}/driver/build-module ${options} ${arg_KDIR} ${arg_WORK} ${arg_OUTPUT}
    DEPENDS ${sources} ${CMAKE_SOURCE_DIR}/driver/Kbuild ${CMAKE_SOURCE_DIR}/driver/build-module ${arg_DEPENDS}
    COMMENT "Building kernel module ${target}"
    VERBATIM)
  # Fault builds are many, and made for the tests that ask for them.
  if(arg_FAULT)
    add_custom_target(${target} DEPENDS ${arg_OUTPUT})
  else()
    add_custom_target(${target} ALL DEPENDS ${arg_OUTPUT})
  endif()
endfunction()

# ringside_driver_modules(NAME KDIR dir [VMLINUX file] [DEPENDS item...])
#   the driver and every fault build for the kernel NAME, into ${RINGSIDE_SHARE_DIR}/drivers/NAME. Targets:
#   ringside_driver_NAME, ringside_faults_NAME, and ringside_fault_NAME_FAULT for each fault.
function(ringside_driver_modules name)
  cmake_parse_arguments(arg "" "KDIR;VMLINUX" "DEPENDS" ${ARGN})
  set(output ${RINGSIDE_SHARE_DIR}/drivers/${name})
  set(work ${CMAKE_CURRENT_BINARY_DIR}/${name})
  ringside_driver_module(ringside_driver_${name}
    KDIR ${arg_KDIR} VMLINUX ${arg_VMLINUX} WORK ${work}/sound
    OUTPUT ${output}/virtio_blk_ref.ko DEPENDS ${arg_DEPENDS})

  add_custom_target(ringside_faults_${name})
  file(GLOB faults CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/driver/faults/*.h)
  list(FILTER faults EXCLUDE REGEX "/hooks\\.h$")
  foreach(header IN LISTS faults)
    cmake_path(GET header STEM fault)
    ringside_driver_module(ringside_fault_${name}_${fault}
      FAULT ${fault} KDIR ${arg_KDIR} VMLINUX ${arg_VMLINUX} API ${work}/sound/api.h WORK ${work}/${fault}
      OUTPUT ${output}/faults/virtio_blk_ref_${fault}.ko
      DEPENDS ${output}/virtio_blk_ref.ko)
    add_dependencies(ringside_faults_${name} ringside_fault_${name}_${fault})
  endforeach()
endfunction()
