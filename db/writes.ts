/** Something that writes outside a change. */
interface Write {
	/** The files that do. */
	readonly in: readonly string[];
	/** Why it is no part of a change. */
	readonly because: string;
}

/**
 * Everything that writes to the database: changes, and what cannot be part of one. `tests/architecture/outside-writes.test.ts`
 * holds that each is written where it says and nowhere else (docs/decisions/019-writes-outside-the-unit-of-work.md).
 */
export const WRITES = {
	change: {
		in: ["platform/unit-of-work/service.ts"],
		because: "it is the change: whatever somebody does",
	},
	"change.refused": {
		in: ["platform/unit-of-work/service.ts"],
		because: "a refusal undoes its transaction, and a retry with the same key is answered with it all the same",
	},
	"ledger.prepare": {
		in: ["platform/unit-of-work/service.ts"],
		because: "the platform's ledger exists before anybody can change anything",
	},
	"challenge.open": {
		in: ["platform/challenges/service.ts"],
		because: "nothing has happened before it is answered, and strangers open as many as they like",
	},
	"challenge.spend": {
		in: ["platform/challenges/service.ts"],
		because: "it is spent even when the sign-in then fails: no answer is weighed twice",
	},
	"passkey.note_use": {
		in: ["modules/passkeys/service.ts"],
		because: "the counter that an authenticator showed counts even when the sign-in then fails: it gives a copy away",
	},
	"failed_sign_in.note": {
		in: ["modules/failed-sign-ins/service.ts"],
		because: "many are written at once, a moment later: an answer takes as long for an address nobody has",
	},
	"api_key.note_use": {
		in: ["modules/api-keys/usage.ts"],
		because: "many are written at once, off the path of the requests, and nobody is held up or refused by them",
	},
	"signing_keys.rotate": {
		in: ["modules/tokens/key-ring.ts"],
		because: "the instance renews its keys by itself",
	},
	"job.lease": {
		in: ["platform/jobs/attempt.ts", "platform/jobs/queue.ts"],
		because: "who works on a job changes nothing; what the job does is a change, which ends the job with it",
	},
	"job.repeat": {
		in: ["platform/jobs/service.ts"],
		because: "work that comes again asks for its next round by itself",
	},
	purge: {
		in: [
			"modules/accounts/service.ts",
			"modules/failed-sign-ins/service.ts",
			"modules/sessions/service.ts",
			"platform/challenges/service.ts",
			"platform/idempotency/service.ts",
			"platform/jobs/service.ts",
		],
		because: "only time has made it superfluous, and it goes in portions",
	},
} as const satisfies Readonly<Record<string, Write>>;

/** Something that writes, by name. */
export type WriteName = keyof typeof WRITES;
