import { describe, expect, test } from "bun:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { useHarness } from "#tests/support/harness";

const harness = await useHarness({ env: { PUBLIC_URL: "http://localhost:3000/api/dev" } });

describe("the well-known documents", () => {
	// The steps of any resource server that is configured with our issuer only.
	test("lead a resource server from the issuer to the keys that verify a token", async () => {
		const token = await harness.signInSystem();
		const metadata = await harness.request("GET", "/.well-known/openid-configuration");
		const keys = await harness.request("GET", metadata.body.jwks_uri.replace("http://localhost:3000/api/dev", ""));

		const { payload } = await jwtVerify(token, createLocalJWKSet(keys.body), {
			issuer: metadata.body.issuer,
			algorithms: metadata.body.id_token_signing_alg_values_supported,
			typ: "at+jwt",
			currentDate: new Date(harness.nowMs()),
		});

		expect(metadata.status).toBe(200);
		expect(keys.status).toBe(200);
		expect(payload).toMatchObject({ iss: "http://localhost:3000/api/dev", sys: true });
	});

	test("can be cached publicly and contain no private key", async () => {
		const { headers, body } = await harness.request("GET", "/.well-known/jwks.json");

		expect(headers.get("cache-control")).toBe("public, max-age=3600");
		expect(body.keys.map((key: object) => Object.keys(key).sort().join())).toEqual(
			Array(2).fill("alg,crv,kid,kty,use,x"),
		);
	});
});
