//! The suite on PostgreSQL.

use crate::server::PostgresServer;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn postgres_does_what_a_store_must() {
    let mut server = PostgresServer::start().await;
    // Counting begins with nothing, so the rest goes first.
    let store = Arc::new(server.connect().await);
    crate::suite::run(store).await;
    let store = server.connect().await;
    crate::suite::leases::run(&store, &store).await;
}

#[tokio::test]
async fn a_wrong_address_is_named_without_its_password() {
    let other = ludoteca_store::Postgres::connect("mysql://ada:secret@host/none").await.unwrap_err();
    assert!(other.to_string().ends_with("its address must begin with postgres://"), "{other}");
    let error =
        ludoteca_store::Postgres::connect("postgres://ada:secret@127.0.0.1:1/none").await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("PostgreSQL") && !text.contains("secret"), "{text}");
}
