//! The process's limit of open files and sockets.

/// The soft limit; `None` if there is none or it is unknown.
pub(crate) fn limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    return None;
}

/// Raises the soft limit to the hard one: shells and containers often start programs with 1,024 although many
/// more are allowed. Nothing in this program depends on a low limit.
pub(crate) fn raise_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current.is_none() || current == maximum {
            return;
        }
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::debug!("the limit of open files stays at {current:?}: {error}");
        }
    }
}
