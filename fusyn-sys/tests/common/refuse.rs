//! Makes the kernel refuse one thing, as an older kernel would: a seccomp filter on this thread and all
//! that it starts. Cannot be taken back: for tests in a process of their own.

/// One step of the filter program.
fn step(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt, jf, k }
}

/// Gives `error` for the system call `number` if the low half of its argument `arg`, masked by `mask`,
/// is `value`.
pub fn call(number: i64, arg: u32, mask: u32, value: u32, error: i32) {
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    let low_half = if cfg!(target_endian = "little") { 0 } else { 4 };
    // `struct seccomp_data`: the number at 0, the arguments from 16 on, eight bytes each.
    let mut steps = [
        step(LOAD, 0, 0, 0),
        step(IF_EQUAL, 0, 4, number as u32),
        step(LOAD, 0, 0, 16 + 8 * arg + low_half),
        step(AND, 0, 0, mask),
        step(IF_EQUAL, 0, 1, value),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | error as u32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: steps.len() as u16, filter: steps.as_mut_ptr() };
    // SAFETY: the program is valid and lives as long as the call.
    unsafe {
        assert_eq!(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
        let mode = libc::SECCOMP_MODE_FILTER;
        let ret = libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const program, 0, 0);
        assert_eq!(ret, 0, "seccomp: {}", std::io::Error::last_os_error());
    }
}
