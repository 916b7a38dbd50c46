# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D SOURCE=tree -D KERNEL=folder -D WORK=folder -P own_kernel.cmake
# Builds the driver as the documentation says for a kernel of one's own, in WORK; KERNEL has headers/ and vmlinux.
# A folder that is no kernel's must be refused with words that help.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -G Ninja -D BUILD_TESTING=OFF)

execute_process(COMMAND ${configure} -D RINGSIDE_KDIR=${SOURCE} RESULT_VARIABLE result OUTPUT_QUIET
  ERROR_VARIABLE errors)
if(result EQUAL 0 OR NOT errors MATCHES "is not the build folder")
  message(FATAL_ERROR "a folder that is no kernel's was not refused: ${errors}")
endif()

file(STRINGS ${KERNEL}/headers/include/config/kernel.release release LIMIT_COUNT 1)
run(${configure} -D RINGSIDE_KDIR=${KERNEL}/headers -D RINGSIDE_KVMLINUX=${KERNEL}/vmlinux)
run(${CMAKE_COMMAND} --build ${WORK} --target ringside_driver_${release})

set(module ${WORK}/share/ringside/drivers/${release}/virtio_blk_ref.ko)
execute_process(COMMAND readelf -SW ${module} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
foreach(section .BTF .note.gnu.build-id .modinfo)
  string(FIND "${sections}" " ${section} " at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${module} has no section ${section}")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK})
