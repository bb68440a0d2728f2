import { cpus } from "node:os";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { isCommonPassword } from "./common-passwords.ts";

/** Cost parameters of argon2id. */
export interface Argon2Cost {
	readonly memoryKib: number;
	readonly timeCost: number;
}

/** Maximum number of sign-ins that wait for a hash; further ones get `unavailable`. */
const MAX_WAITING = 256;

/** Maximum length of a password, in code points. */
const MAX_LENGTH = 128;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Creates the service that hashes and verifies passwords with argon2id. Concurrency is bounded: hashes run on threads
 * shared with fs and DNS, so a burst of sign-ins would stall everything else.
 * @param minLength shortest password accepted, in code points after NFKC
 * @param refused passwords that are never right, because everybody can read them; default: none
 */
export function createPasswords(cost: Argon2Cost, minLength: number, refused: readonly string[] = []) {
	const options = { algorithm: "argon2id", memoryCost: cost.memoryKib, timeCost: cost.timeCost } as const;
	const parameters = `m=${cost.memoryKib},t=${cost.timeCost}`;
	const slots = Math.max(1, cpus().length - 1);
	const waiting: (() => void)[] = [];
	let running = 0;

	/** Runs `work` when a slot is free. @throws `unavailable` when too many wait */
	async function withSlot<T>(work: () => Promise<T>): Promise<T> {
		if (running >= slots) {
			if (waiting.length >= MAX_WAITING)
				throw new AppError("unavailable", "Too many sign-ins at once; retry shortly.", { retryAfterSeconds: 2 });
			await new Promise<void>((go) => waiting.push(go));
		} else running++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	}

	const normalize = (password: string): string => password.normalize("NFKC");
	/** Verified against when there is no account, so that timing does not reveal it. Created eagerly, also for the first sign-in. */
	const dummyHash = Bun.password.hash(crypto.randomUUID(), options);

	function assertLength(password: string, path: string): void {
		const length = [...normalize(password)].length;
		if (length < minLength) throw invalidMember(path, "too_short", `must have at least ${minLength} characters`);
		if (length > MAX_LENGTH) throw invalidMember(path, "too_long", `must have at most ${MAX_LENGTH} characters`);
	}

	return {
		/**
		 * Asserts that a password from the configuration is acceptable: only its length is checked.
		 * @throws `validation_failed` naming `path`
		 */
		assertLength,

		/**
		 * Asserts that a password chosen by a person is acceptable: long enough, and not easily guessed.
		 * @param personal texts known to an attacker (address, name); little more than one of them is rejected
		 * @throws `validation_failed` naming `path`
		 */
		assertAcceptable(password: string, path = "/password", personal: readonly string[] = []): void {
			assertLength(password, path);
			if (refused.includes(normalize(password)) || isCommonPassword(normalize(password), personal))
				throw invalidMember(path, "too_common", "must not be a common password");
		},

		/** Returns the PHC string to store. @throws `unavailable` */
		hash: (password: string): Promise<string> => withSlot(() => Bun.password.hash(normalize(password), options)),

		/** Whether the password matches `hash`. Null (no account or no password) takes the same time and is false. @throws `unavailable` */
		async verify(password: string, hash: string | null): Promise<boolean> {
			const candidate = [...password].length > MAX_LENGTH ? "" : normalize(password);
			return withSlot(async () => {
				const matches = await Bun.password.verify(candidate || "-", hash ?? (await dummyHash));
				return matches && hash !== null && candidate !== "" && !refused.includes(candidate);
			});
		},

		/** Whether a stored hash was made with parameters other than the current ones. */
		isOutdated: (hash: string): boolean => !hash.includes(`$${parameters},`),
	};
}
