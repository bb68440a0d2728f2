import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	sign,
	verify,
} from "node:crypto";
import { canonicalJson } from "#kernel/canonical-json";

/** An Ed25519 key pair, base64url as in RFC 8037. */
export interface KeyPair {
	/** RFC 7638 thumbprint of the public key. */
	readonly kid: string;
	readonly publicKey: string;
	readonly privateKey: string;
}

/** A public key with which signatures are verified. */
export interface VerifyingKey {
	readonly kid: string;
	readonly publicKey: string;
	readonly key: KeyObject;
}

/** What a checkpoint signs of an organization's log. */
export interface CheckpointContent {
	readonly orgId: string;
	/** Sequence of the last entry that it covers. */
	readonly sequence: number;
	/** Hash of that entry. */
	readonly hash: string;
	/** RFC 3339. */
	readonly signedAt: string;
	/** Signature of the checkpoint before; null for the first. */
	readonly previous: string | null;
}

/** What is signed, with the id of the key and the signature. */
export type Signed<T> = T & { readonly keyId: string; readonly signature: string };

/** Returns the RFC 7638 thumbprint of a public key. */
const thumbprint = (publicKey: string): string =>
	createHash("sha256")
		.update(canonicalJson({ crv: "Ed25519", kty: "OKP", x: publicKey }))
		.digest("base64url");

/** Generates a key pair. */
export function generateKeyPair(): KeyPair {
	const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
	return { kid: thumbprint(x), publicKey: x, privateKey: d };
}

/** Imports a public key. @throws Error when it is none, or `kid` is not its thumbprint */
export function importPublic({ kid, publicKey }: Omit<VerifyingKey, "key">): VerifyingKey {
	if (thumbprint(publicKey) !== kid) throw new Error("the id of the key is not its thumbprint");
	return { kid, publicKey, key: createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" }) };
}

/** Imports a private key; returns the function that signs content for one purpose. @throws Error when it is none */
export function importSigner({ kid, publicKey, privateKey }: KeyPair) {
	const jwk = { kty: "OKP", crv: "Ed25519", x: publicKey, d: privateKey };
	const key = createPrivateKey({ key: jwk, format: "jwk" });
	return <T extends object>(purpose: Purpose, content: T): Signed<T> => {
		const signature = sign(null, textOf(purpose, { ...content, keyId: kid }), key).toString("base64url");
		return { ...content, keyId: kid, signature };
	};
}

/** What a signature is for: one for something else is not taken for it. */
export type Purpose = "parley-audit-checkpoint" | "parley-audit-export";

/** Returns what is signed: the canonical JSON of the content, of the id of the key and of the purpose. */
const textOf = (purpose: Purpose, content: object): Buffer => Buffer.from(canonicalJson({ ...content, purpose }));

/** Whether content was signed for a purpose with this key. */
export function isSignedWith(key: VerifyingKey, purpose: Purpose, signed: Signed<object>): boolean {
	const { signature, ...content } = signed;
	const bytes = Buffer.from(signature, "base64url");
	// One spelling for each signature.
	if (bytes.toString("base64url") !== signature || signed.keyId !== key.kid) return false;
	return verify(null, textOf(purpose, content), key.key, bytes);
}
