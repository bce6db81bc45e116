//! Describes an endpoint by the signature of its handler: the extractors say what a request contains, which
//! scope it needs and how it may be rejected; the return type says what a response contains. What is written
//! in `#[utoipa::path]` is the rest: method, path, tag, and the errors of this endpoint.

use super::{
    ApiError,
    caller::{Allowed, Caller, CurrentSession, CurrentUser, Origin, Service},
    extract::{Accepted, Created, CreatedOrFound, Json, Path, Query},
    scopes::{Public, Scope},
};
use crate::State;
use axum::{
    http::HeaderMap,
    response::{IntoResponseParts, Response},
};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        Content, RefOr, Required, Schema,
        path::{Operation, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::Ref,
        security::SecurityRequirement,
    },
};
use utoipa_axum::router::UtoipaMethodRouter;

const JSON: &str = "application/json";

/// Security schemes of the document.
pub(super) const TOKEN: &str = "token";
pub(super) const COOKIE: &str = "cookie";

/// An operation of the document, and the schemas that it refers to.
pub(crate) struct Endpoint<'a> {
    operation: &'a mut Operation,
    schemas: &'a mut Vec<(String, RefOr<Schema>)>,
}

impl Endpoint<'_> {
    fn body<T: ToSchema>(&mut self) {
        let content = Content::new(Some(self.schema::<T>()));
        let body = RequestBodyBuilder::new().content(JSON, content).required(Some(Required::True));
        self.operation.request_body = Some(body.build().into());
    }

    pub(crate) fn response<T: ToSchema>(&mut self, status: &str) {
        let content = Content::new(Some(self.schema::<T>()));
        if let RefOr::T(response) = self.status(status) {
            response.content.shift_insert(0, JSON.to_owned(), content.into());
        }
    }

    /// Adds an error, which is completed like those of `#[utoipa::path]`.
    pub(crate) fn errors(&mut self, statuses: &[&str]) {
        for status in statuses {
            self.status(status);
        }
    }

    fn status(&mut self, status: &str) -> &mut RefOr<utoipa::openapi::Response> {
        let responses = &mut self.operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| utoipa::openapi::Response::default().into())
    }

    /// The scope, and whether there must be a session.
    fn caller<S: Scope>(&mut self, is_required: bool) {
        self.scope::<S>();
        let anyone = (!is_required).then(SecurityRequirement::default);
        let schemes = [TOKEN, COOKIE].map(|name| SecurityRequirement::new(name, [""; 0]));
        self.operation.security = Some(anyone.into_iter().chain(schemes).collect());
        self.errors(&["401"]);
    }

    pub(crate) fn scope<S: Scope>(&mut self) {
        let extensions = self.operation.extensions.get_or_insert_default();
        extensions.insert("x-scope".to_owned(), S::NAME.into());
        if S::NAME != Public::NAME {
            self.errors(&["403"]);
        }
    }

    fn schema<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let name = T::name();
        self.schemas.push((name.to_string(), T::schema()));
        T::schemas(self.schemas);
        Ref::from_schema_name(name).into()
    }
}

/// An extractor of a handler.
pub(crate) trait Input {
    fn describe(_: &mut Endpoint<'_>) {}
}

/// The return type of a handler.
pub(crate) trait Output {
    fn describe(endpoint: &mut Endpoint<'_>);
}

/// A handler with arguments of the types `T`.
pub(crate) trait Signature<T> {
    fn describe(endpoint: &mut Endpoint<'_>);
}

macro_rules! signatures {
    ($($input:ident)*) => {
        impl<F, R, O: Output, $($input: Input),*> Signature<($($input,)*)> for F
        where
            F: Fn($($input),*) -> R,
            R: Future<Output = O>,
        {
            fn describe(endpoint: &mut Endpoint<'_>) {
                $($input::describe(endpoint);)*
                O::describe(endpoint);
            }
        }
    };
}

signatures!();
signatures!(A);
signatures!(A B);
signatures!(A B C);
signatures!(A B C D);
signatures!(A B C D E);
signatures!(A B C D E G);
signatures!(A B C D E G H);
signatures!(A B C D E G H I);
signatures!(A B C D E G H I J);
signatures!(A B C D E G H I J K);

/// Adds to a route what its handler says.
pub(crate) fn described<T, H: Signature<T>>(
    _: H,
    (mut schemas, mut paths, router): UtoipaMethodRouter<State>,
) -> UtoipaMethodRouter<State> {
    for item in paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let mut endpoint = Endpoint { operation, schemas: &mut schemas };
            // Without an extractor of the caller there is nothing to protect.
            endpoint.scope::<Public>();
            endpoint.operation.security = Some(Vec::new());
            H::describe(&mut endpoint);
        }
    }
    (schemas, paths, router)
}

/// A router of handlers with `#[utoipa::path]`, and its description.
macro_rules! endpoints {
    ($($($part:ident)::+),+ $(,)?) => {
        utoipa_axum::router::OpenApiRouter::new()
            $(.routes($crate::api::endpoint::described($($part)::+, utoipa_axum::routes!($($part)::+))))+
    };
}
pub(crate) use endpoints;

impl<S: Scope> Input for Allowed<S> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.scope::<S>();
    }
}

impl<S: Scope> Input for Caller<S> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.caller::<S>(false);
    }
}

impl<S: Scope> Input for CurrentSession<S> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.caller::<S>(true);
    }
}

impl<S: Scope> Input for CurrentUser<S> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.caller::<S>(true);
    }
}

impl<T: ToSchema> Input for Json<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.body::<T>();
        endpoint.errors(&["400", "408", "413"]);
    }
}

impl<T: IntoParams> Input for Query<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        let parameters = T::into_params(|| Some(ParameterIn::Query));
        endpoint.operation.parameters.get_or_insert_default().extend(parameters.into_iter().map(RefOr::T));
        endpoint.errors(&["400"]);
    }
}

impl<T> Input for Path<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.errors(&["400"]);
    }
}

impl<T: Input, E> Input for Result<T, E> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        T::describe(endpoint);
    }
}

impl Input for axum::extract::State<State> {}
impl Input for axum::extract::ws::WebSocketUpgrade {}
impl Input for HeaderMap {}
impl<T> Input for Service<T> {}
impl Input for Origin {}

impl<T: ToSchema> Output for Json<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.response::<T>("200");
    }
}

impl<T: ToSchema> Output for Created<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.response::<T>("201");
    }
}

impl<T: ToSchema> Output for Accepted<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.response::<T>("202");
    }
}

impl<T: ToSchema> Output for CreatedOrFound<T> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        endpoint.response::<T>("201");
        endpoint.response::<T>("200");
    }
}

/// Headers before a body.
impl<P: IntoResponseParts, T: Output> Output for (P, T) {
    fn describe(endpoint: &mut Endpoint<'_>) {
        T::describe(endpoint);
    }
}

impl<T: Output> Output for Result<T, ApiError> {
    fn describe(endpoint: &mut Endpoint<'_>) {
        T::describe(endpoint);
    }
}

/// Not JSON: `#[utoipa::path]` describes it.
impl Output for Response {
    fn describe(_: &mut Endpoint<'_>) {}
}
