import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyRow } from "#db/schema";
import { sha256Hex } from "#kernel/secrets";

const ORIGIN = "http://localhost:3000";
const RP_ID_HASH = Buffer.from(sha256Hex("localhost"), "hex");
/** Flags of the authenticator data: the person was present and verified. */
const VERIFIED = 0x05;
/** The data contain a new credential. */
const ATTESTED = 0x40;

/** Creates a passkey as an authenticator does (ES256, no attestation), without a browser. */
export function createPasskey() {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const { x = "", y = "" } = publicKey.export({ format: "jwk" });
	const id = randomBytes(16);
	// CBOR of the COSE key: kty EC2, alg ES256, curve P-256, and the two coordinates.
	const key = Buffer.concat([
		Buffer.from("a5010203262001215820", "hex"),
		Buffer.from(x, "base64url"),
		Buffer.from("225820", "hex"),
		Buffer.from(y, "base64url"),
	]);
	const text = id.toString("base64url");
	let counter = 0;

	const authenticatorData = (flags: number, rest: Buffer): Buffer => {
		const head = Buffer.alloc(5);
		head.writeUInt8(flags, 0);
		head.writeUInt32BE(++counter, 1);
		return Buffer.concat([RP_ID_HASH, head, rest]);
	};
	const clientData = (type: string, challenge: string): Buffer =>
		Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false }));
	const envelope = { id: text, rawId: text, type: "public-key", clientExtensionResults: {} } as const;

	return {
		/** Returns the credential that a browser sends after `navigator.credentials.create`. */
		attest(challenge: string) {
			const length = Buffer.alloc(2);
			length.writeUInt16BE(id.length);
			const data = authenticatorData(VERIFIED | ATTESTED, Buffer.concat([Buffer.alloc(16), length, id, key]));
			const dataLength = Buffer.alloc(2);
			dataLength.writeUInt16BE(data.length);
			// CBOR: { fmt: "none", attStmt: {}, authData: bytes }
			const attestation = Buffer.concat([
				Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
				Buffer.from([0x59]),
				dataLength,
				data,
			]);
			return {
				...envelope,
				response: {
					clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
					attestationObject: attestation.toString("base64url"),
					transports: ["internal"],
				},
			};
		},

		/** Returns the credential that a browser sends after `navigator.credentials.get`. */
		assert(challenge: string) {
			const data = authenticatorData(VERIFIED, Buffer.alloc(0));
			const client = clientData("webauthn.get", challenge);
			const digest = Buffer.from(new Bun.CryptoHasher("sha256").update(client).digest());
			return {
				...envelope,
				response: {
					clientDataJSON: client.toString("base64url"),
					authenticatorData: data.toString("base64url"),
					signature: sign("sha256", Buffer.concat([data, digest]), privateKey).toString("base64url"),
				},
			};
		},

		/** Returns the row of the passkey, as if it had been registered. */
		row: (userId: string, nowMs: number): PasskeyRow => ({
			id: text,
			userId,
			name: "Phone",
			publicKey: key.toString("base64url"),
			counter: 0,
			transports: ["internal"],
			multiDevice: false,
			backedUp: false,
			createdAtMs: nowMs,
			lastUsedAtMs: null,
		}),
	};
}
