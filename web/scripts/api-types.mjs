// Prints the types of an OpenAPI document, for `cargo xtask ts-types`: `npm run api-types -- FILE`.

import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

// Only the types of bodies and messages, not those of the endpoints.
const document = { ...JSON.parse(readFileSync(process.argv[2], "utf8")), paths: {} };
const types = await openapiTS(document, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
});
const text = `// Generated from the OpenAPI document by \`cargo xtask ts-types\`. Do not edit.\n\n${astToString(types)}`;
const name = "types.gen.ts";
process.stdout.write(await format(text, { ...(await resolveConfig(name)), filepath: name }));
