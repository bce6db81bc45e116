//! Runs the suite on the store that simulations use, so that their results hold for the databases too.

use ludoteca_store::Memory;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn memory_does_what_a_store_must() {
    let store = Arc::new(Memory::default());
    crate::suite::leases::run(&*store, &*store).await;
    crate::suite::run(Arc::new(Memory::default())).await;
}
