import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const ORIGIN = "http://localhost:3000";

const api = await useHarness({ env: { PUBLIC_URL: `${ORIGIN}/api/dev` } });

const post = (path: string, body: unknown = {}, token?: string) =>
	api.request("POST", `/auth/passkeys/${path}`, { body, token });

describe("POST /auth/passkeys/register/options", () => {
	test("requests a discoverable passkey with user verification, and a new challenge each time", async () => {
		const person = await api.createOrganization();

		const { status, body } = await post("register/options", {}, person.token);
		const other = await post("register/options", {}, person.token);

		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			rp: { id: "localhost", name: "Parley" },
			user: { id: Buffer.from(person.userId).toString("base64url"), name: person.email },
			attestation: "none",
			authenticatorSelection: { residentKey: "required", userVerification: "required" },
		});
		expect(Buffer.from(body.data.challenge, "base64url")).toHaveLength(32);
		expect(other.body.data.challenge).not.toBe(body.data.challenge);
	});
});

describe("POST /auth/passkeys/login/options", () => {
	test("does not reveal who has an account", async () => {
		const { status, body } = await post("login/options");

		expect(status).toBe(200);
		expect(Object.keys(body.data).sort()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
	});
});

describe("POST /auth/passkeys/login/verify", () => {
	const invented = (clientDataJSON: string) => ({
		id: "AAAA",
		rawId: "AAAA",
		type: "public-key",
		clientExtensionResults: {},
		response: { clientDataJSON, authenticatorData: "AAAA", signature: "AAAA" },
	});
	const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

	test.each([
		"AAAA",
		base64url(null),
		base64url("text"),
		base64url({ challenge: 7 }),
		base64url({ type: "webauthn.get", challenge: "never given", origin: ORIGIN }),
	])("refuses %p in one way", async (clientDataJSON) => {
		const response = await post("login/verify", { credential: invented(clientDataJSON) });

		expect(codeOf(response)).toEqual([401, "invalid_credentials"]);
	});

	test("rejects an unknown passkey", async () => {
		const { body } = await post("login/options");
		const clientData = { type: "webauthn.get", challenge: body.data.challenge, origin: ORIGIN };

		const response = await post("login/verify", { credential: invented(base64url(clientData)) });

		expect(codeOf(response)).toEqual([401, "invalid_credentials"]);
	});
});

describe("POST /auth/passkeys/register/verify", () => {
	/** A map head, a list head, an empty map and no bytes are one byte each in CBOR. */
	const byte = (value: number) => Buffer.from([value]);
	const cbor = (text: string) => Buffer.concat([byte(0x60 + text.length), Buffer.from(text)]);
	const withCertificate = Buffer.concat([byte(0xa1), cbor("x5c"), byte(0x81), byte(0x40)]);
	const attestation = (format: string, statement: Buffer) =>
		Buffer.concat([byte(0xa3), cbor("fmt"), cbor(format), cbor("attStmt"), statement, cbor("authData"), byte(0x40)]);

	// The library would fetch the revocation lists named by a certificate, from an address of the sender's choice.
	test.each([
		["of a format that has certificates", attestation("fido-u2f", byte(0xa0))],
		["with a certificate", attestation("packed", withCertificate)],
	])("never looks at an attestation %s", async (_, attestationObject) => {
		const { token } = await api.createOrganization();
		const { body } = await post("register/options", {}, token);
		const clientData = { type: "webauthn.create", challenge: body.data.challenge, origin: ORIGIN };
		const credential = {
			id: "AAAA",
			rawId: "AAAA",
			type: "public-key",
			clientExtensionResults: {},
			response: {
				clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString("base64url"),
				attestationObject: attestationObject.toString("base64url"),
			},
		};

		const response = await post("register/verify", { credential }, token);

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors).toEqual([
			{ path: "/credential", code: "invalid", message: expect.stringContaining("without an attestation") },
		]);
	});
});
