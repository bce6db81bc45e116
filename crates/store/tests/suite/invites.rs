use ludoteca_store::{InviteCode, Store};

fn code(name: &str, created: i64) -> InviteCode {
    InviteCode {
        code: name.to_owned(),
        label: "Class 5b".to_owned(),
        uses: 2,
        used: 0,
        until: Some(1_000),
        created,
        person: "anna".to_owned(),
    }
}

pub(crate) async fn run(store: &dyn Store) {
    assert!(store.add_invite_code(&code("one", 1)).await.unwrap());
    assert!(!store.add_invite_code(&code("one", 2)).await.unwrap(), "it is there already");
    let other = InviteCode { until: None, ..code("two", 2) };
    assert!(store.add_invite_code(&other).await.unwrap());
    assert_eq!(store.invite_codes().await.unwrap(), [other, code("one", 1)], "the newest first");

    assert!(!store.use_invite_code("one", 1_000).await.unwrap(), "it is past its end");
    assert!(!store.use_invite_code("none", 5).await.unwrap());
    for expected in [true, true, false] {
        assert_eq!(store.use_invite_code("one", 5).await.unwrap(), expected);
    }
    store.return_invite_code("one").await.unwrap();
    assert!(store.use_invite_code("one", 5).await.unwrap());
    assert_eq!(store.invite_codes().await.unwrap()[1].used, 2);
    assert!(store.remove_invite_code("one").await.unwrap());
    assert!(!store.remove_invite_code("one").await.unwrap());
    assert!(!store.use_invite_code("one", 5).await.unwrap());
    assert!(store.use_invite_code("two", i64::MAX).await.unwrap(), "it has no end");
}
