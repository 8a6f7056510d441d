//! Seccomp filters: the system calls that are refused to a program.
//!
//! A refused call fails with `ENOSYS`, as on a kernel without it, so that libraries fall back to another one.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// The sockets that a program in a sandbox of our own may create.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sockets {
    /// Unix, IP and netlink sockets: its network namespace has no interface.
    Namespaced,
    /// Socket pairs only.
    Pairs,
}

/// Calls that no program needs to play a game. Most of them allocate memory that belongs to no process and is not
/// counted; the others are ways around the filter, or only widen what a hostile program can try on the kernel.
const REFUSED: &[c_long] = &[
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_fanotify_init,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_bpf,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
];

/// Namespaces in which a program would have capabilities, and with them mounts of its own.
const NEW_NAMESPACES: [i32; 2] = [libc::CLONE_NEWUSER, libc::CLONE_NEWNS];

/// Refuses [`REFUSED`] to this process and its descendants.
pub(crate) fn restrict_process_tree() -> io::Result<()> {
    apply(REFUSED.iter().map(|&call| (call, Vec::new())).collect())
}

/// Refuses new namespaces and all but these sockets to this process and its descendants.
pub(crate) fn restrict_sandboxed(sockets: Sockets) -> io::Result<()> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    // A filter cannot follow the pointer that clone3 takes; without clone3, libraries use clone.
    for call in [libc::SYS_unshare, libc::SYS_setns, libc::SYS_clone3] {
        rules.insert(call, Vec::new());
    }
    let clone = NEW_NAMESPACES.map(|flag| {
        let flag = flag as u64;
        rule(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)?])
    });
    rules.insert(libc::SYS_clone, clone.into_iter().collect::<io::Result<Vec<_>>>()?);
    let socket = match sockets {
        Sockets::Pairs => Vec::new(),
        Sockets::Namespaced => {
            let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
            let other = families.map(|family| condition(0, SeccompCmpOp::Ne, family as u64));
            vec![rule(other.into_iter().collect::<io::Result<Vec<_>>>()?)?]
        }
    };
    rules.insert(libc::SYS_socket, socket);
    apply(rules)
}

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> io::Result<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value).map_err(io::Error::other)
}

fn rule(conditions: Vec<SeccompCondition>) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions).map_err(io::Error::other)
}

fn apply(rules: BTreeMap<c_long, Vec<SeccompRule>>) -> io::Result<()> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).map_err(io::Error::other)?;
    let program: seccompiler::BpfProgram = filter.try_into().map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)
}
