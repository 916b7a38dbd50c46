# SPDX-License-Identifier: GPL-3.0-or-later
# BPF programs: compiled once for all kernels (CO-RE), against the types of one of them, into skeletons by bpftool.
find_program(BPF_CLANG NAMES clang-19 clang)
find_program(BPFTOOL bpftool PATHS /usr/sbin /sbin)

# ringside_bpf_skeletons(TARGET VMLINUX file DEPENDS item... SOURCES file.bpf.c...)
#   makes file.skel.h for each source, in an INTERFACE library that has their folder as a system include.
function(ringside_bpf_skeletons target)
  cmake_parse_arguments(arg "" "VMLINUX" "DEPENDS;SOURCES" ${ARGN})
  if(NOT BPF_CLANG OR NOT BPFTOOL)
    message(FATAL_ERROR "BPF programs need clang-19 and bpftool (./quickstart build installs them)")
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/skeletons)
  file(MAKE_DIRECTORY ${out})
  add_custom_command(
    OUTPUT ${out}/vmlinux.h
    COMMAND ${BPFTOOL} btf dump file ${arg_VMLINUX} format c > ${out}/vmlinux.h.new
    COMMAND ${CMAKE_COMMAND} -E rename ${out}/vmlinux.h.new ${out}/vmlinux.h
    DEPENDS ${arg_DEPENDS}
    COMMENT "Writing kernel types to vmlinux.h"
    VERBATIM)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bpf/*.h ${CMAKE_CURRENT_SOURCE_DIR}/abi/*.h)
  set(skeletons)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    set(skeleton ${out}/${name}.skel.h)
    # bpftool's linker drops the DWARF, which is most of the object.
    add_custom_command(
      OUTPUT ${skeleton}
      COMMAND ${BPF_CLANG} -g -O2 -target bpf -mcpu=v3 -D__TARGET_ARCH_x86 -Wall -Werror
              -I${out} -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${out}/${name}.raw.o
      COMMAND ${BPFTOOL} gen object ${out}/${name}.bpf.o ${out}/${name}.raw.o
      COMMAND ${BPFTOOL} gen skeleton ${out}/${name}.bpf.o name ${name} > ${skeleton}.new
      COMMAND ${CMAKE_COMMAND} -E rename ${skeleton}.new ${skeleton}
      DEPENDS ${source} ${headers} ${out}/vmlinux.h
      COMMENT "Compiling BPF program ${name}"
      VERBATIM)
    list(APPEND skeletons ${skeleton})
  endforeach()
  add_custom_target(${target}_files DEPENDS ${skeletons})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_files)
  target_include_directories(${target} SYSTEM INTERFACE ${out})
endfunction()
