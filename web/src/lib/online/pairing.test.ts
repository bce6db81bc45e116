import { expect, it } from "vitest";
import { readPairing } from "./pairing.svelte";

it("invalid values use defaults", () => {
  const usual = { rated: "if-possible", only: false, range: { min: 1200, max: 1800 } };
  for (const text of [null, "{", "[]", "null", '{"rated":"always","only":1,"range":{"min":9,"max":3}}'])
    expect(readPairing(text)).toEqual(usual);
  expect(readPairing('{"rated":"unrated","only":true,"range":{"min":1000,"max":1500}}')).toEqual({
    ...{ rated: "unrated", only: true },
    range: { min: 1000, max: 1500 },
  });
});
