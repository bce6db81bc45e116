//! Checks that the files in `deploy` keep secrets out of logs and limit what each process may use.

use crate::shell::{Result, root};
use std::fs;

/// What these files must contain, outside comments.
const REQUIRED: [(&str, &[&str]); 5] = [
    (
        "deploy/Caddyfile",
        &[
            "request>uri query {",
            "delete invitation",
            "delete code",
            "delete token",
            "request>headers>Authorization delete",
            "request>headers>Cookie delete",
            "request>headers>Referer delete",
            "Strict-Transport-Security",
            "request_body {",
            "max_size",
            "respond /metrics 404",
        ],
    ),
    (
        "deploy/single/Caddyfile",
        &[
            "request>uri regexp \"\\?.*\"",
            "request>headers>Authorization delete",
            "request>headers>Cookie delete",
            "request>headers>Referer delete",
            "Strict-Transport-Security",
            "request_body {",
            "max_size",
            "respond /metrics 404",
        ],
    ),
    ("deploy/ludoteca.service", &UNIT),
    ("deploy/ludoteca@.service", &UNIT),
    (
        "deploy/nginx.conf",
        &["limit_conn connections ", "limit_req zone=requests ", "client_max_body_size ", "log_format "],
    ),
];
const UNIT: [&str; 4] = ["\nMemoryMax=", "\nTasksMax=", "\nUMask=0077", "\nNoNewPrivileges=yes"];
/// Variables of nginx that contain the query.
const WITH_QUERY: [&str; 5] = ["$request ", "$request\"", "$request_uri", "$args", "$query_string"];
const COMPOSE: [&str; 2] = ["deploy/compose.yaml", "deploy/single/compose.yaml"];
/// What each service of a compose file must have.
const SERVICE: [&str; 4] = ["mem_limit:", "pids_limit:", "cap_drop: [ALL]", "no-new-privileges:true"];
/// Published by Caddy, which is meant to be reached from everywhere.
const PUBLIC: [&str; 3] = ["\"80:80\"", "\"443:443\"", "\"443:443/udp\""];

pub(crate) fn faults() -> Result<Vec<String>> {
    let read = |name: &str| {
        let text = fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))?;
        Ok::<_, String>(without_comments(&text))
    };
    let mut faults = Vec::new();
    for (name, required) in REQUIRED {
        let text = read(name)?;
        let missing = required.iter().filter(|part| !text.contains(**part));
        faults.extend(missing.map(|part| format!("{name}: `{}` is missing", part.trim())));
    }
    faults.extend(logged_queries(&read("deploy/nginx.conf")?));
    for name in COMPOSE {
        faults.extend(compose_faults(&read(name)?).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    Ok(faults)
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).map(|line| format!("{line}\n")).collect()
}

/// A query may hold an invitation or a recovery code.
fn logged_queries(nginx: &str) -> Vec<String> {
    let formats = nginx.split("log_format ").skip(1).filter_map(|rest| rest.split(';').next());
    let bad = formats.flat_map(|format| {
        WITH_QUERY.into_iter().filter(move |name| format.replace('\'', " ").contains(name))
    });
    bad.map(|name| format!("deploy/nginx.conf: the log contains {}", name.trim())).collect()
}

fn compose_faults(text: &str) -> Vec<String> {
    let (before, services) = text.split_once("\nservices:\n").unwrap_or((text, ""));
    let services = services.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
    let mut blocks: Vec<(String, String)> = Vec::new();
    for line in services {
        match line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ') && rest.ends_with(':')) {
            Some(name) => blocks.push((name.trim_end_matches(':').to_owned(), String::new())),
            None => {
                if let Some((_, block)) = blocks.last_mut() {
                    block.extend([line, "\n"]);
                }
            }
        }
    }
    let mut faults = Vec::new();
    for (name, block) in &blocks {
        let whole = with_anchors(block, before);
        let missing = SERVICE.iter().filter(|part| !whole.contains(**part));
        faults.extend(missing.map(|part| format!("the service {name} has no `{part}`")));
        for port in ports(&whole) {
            let is_public = name == "caddy" && PUBLIC.contains(&port);
            if !is_public && !port.starts_with("\"127.0.0.1:") {
                faults.push(format!("the service {name} publishes {port}, not only on 127.0.0.1"));
            }
        }
    }
    if blocks.is_empty() {
        faults.push("no services".to_owned());
    }
    faults
}

/// A block with the blocks that it merges by `<<: *name`.
fn with_anchors(block: &str, before: &str) -> String {
    let mut whole = block.to_owned();
    for name in block.lines().filter_map(|line| line.trim().strip_prefix("<<: *")) {
        let anchored = before.split("\nx-").find(|part| {
            part.lines()
                .next()
                .is_some_and(|line| line.split_once('&').is_some_and(|(_, anchor)| anchor.trim() == name))
        });
        whole += &with_anchors(anchored.unwrap_or_default(), before);
    }
    whole
}

/// The published ports of a service, with their quotation marks.
fn ports(block: &str) -> Vec<&str> {
    let mut ports = Vec::new();
    let mut listed = false;
    for line in block.lines().map(str::trim) {
        if let Some(inline) = line.strip_prefix("ports:") {
            listed = inline.trim().is_empty();
            let inline = inline.trim().trim_start_matches('[').trim_end_matches(']');
            ports.extend(inline.split(',').map(str::trim).filter(|port| !port.is_empty()));
        } else if listed {
            match line.strip_prefix("- ") {
                Some(port) => ports.push(port),
                None => listed = false,
            }
        }
    }
    ports
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name: a\n\nx-closed: &closed\n  cap_drop: [ALL]\n  pids_limit: 5\n  \
        security_opt: [\"no-new-privileges:true\"]\n\nx-node: &node\n  <<: *closed\n  mem_limit: 2g\n\n\
        services:\n  one:\n    <<: *node\n    ports:\n      - \"127.0.0.1:8080:80\"\n  caddy:\n    <<: *node\n    \
        ports: [\"80:80\", \"443:443\"]\n\nnetworks:\n  inside:\n";

    #[test]
    fn services_are_limited_and_local() {
        assert_eq!(compose_faults(GOOD), Vec::<String>::new());
        let open = GOOD.replace("127.0.0.1:", "").replace("  mem_limit: 2g\n", "");
        assert_eq!(
            compose_faults(&open),
            [
                "the service one has no `mem_limit:`",
                "the service one publishes \"8080:80\", not only on 127.0.0.1",
                "the service caddy has no `mem_limit:`"
            ]
        );
        assert_eq!(compose_faults(&GOOD.replace("443:443", "2019:2019")).len(), 1);
        assert_eq!(compose_faults("name: a\n"), ["no services"]);
    }

    #[test]
    fn queries_are_not_logged() {
        assert_eq!(logged_queries("log_format a '$remote_addr $request_method $uri $status';"), [""; 0]);
        for bad in ["$request", "$request_uri", "$uri$is_args$args"] {
            assert_eq!(logged_queries(&format!("log_format a '$status {bad}';")).len(), 1, "{bad}");
        }
    }
}
