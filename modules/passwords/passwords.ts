import { cpus } from "node:os";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { isCommonPassword } from "./common-passwords.ts";

/** Cost of argon2id. */
export interface Argon2Cost {
	readonly memoryKib: number;
	readonly timeCost: number;
}

/** Sign-ins that may wait for a hash; the next one is told to come back. */
const MAX_WAITING = 256;

/** Longest password looked at, in code points. */
const MAX_LENGTH = 128;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Argon2id, bounded: hashes run on threads that fs and DNS share, so a burst of sign-ins would stall everything else.
 * @param minLength shortest password accepted, in code points after NFKC
 */
export function createPasswords(cost: Argon2Cost, minLength: number) {
	const options = { algorithm: "argon2id", memoryCost: cost.memoryKib, timeCost: cost.timeCost } as const;
	const parameters = `m=${cost.memoryKib},t=${cost.timeCost}`;
	const slots = Math.max(1, cpus().length - 1);
	const waiting: (() => void)[] = [];
	let running = 0;

	/** Takes turns; @throws `unavailable` when too many wait. */
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
	/** Compared against when there is no account, so that the answer takes as long. Made at once: the first sign-in must not be told apart. */
	const dummyHash = Bun.password.hash(crypto.randomUUID(), options);

	function assertLength(password: string, path: string): void {
		const length = [...normalize(password)].length;
		if (length < minLength) throw invalidMember(path, "too_short", `must have at least ${minLength} characters`);
		if (length > MAX_LENGTH) throw invalidMember(path, "too_long", `must have at most ${MAX_LENGTH} characters`);
	}

	return {
		/**
		 * The rule for what an operator writes into the configuration: the length alone.
		 * @throws `validation_failed` naming `path`
		 */
		assertLength,

		/**
		 * The rule for what people choose: long enough, and none of the first guesses.
		 * @param personal what an attacker knows of the person (address, name): little more than that is no password
		 * @throws `validation_failed` naming `path`
		 */
		assertAcceptable(password: string, path = "/password", personal: readonly string[] = []): void {
			assertLength(password, path);
			if (isCommonPassword(normalize(password), personal))
				throw invalidMember(path, "too_common", "must not be one of the passwords that are guessed first");
		},

		/** The PHC string to store. */
		hash: (password: string): Promise<string> => withSlot(() => Bun.password.hash(normalize(password), options)),

		/**
		 * Whether the password is the one behind `hash`. Null (no account, or one without a password) takes the same time and is false.
		 */
		async verify(password: string, hash: string | null): Promise<boolean> {
			const candidate = [...password].length > MAX_LENGTH ? "" : normalize(password);
			return withSlot(async () => {
				const matches = await Bun.password.verify(candidate || "-", hash ?? (await dummyHash));
				return matches && hash !== null && candidate !== "";
			});
		},

		/** Whether a stored hash was made with other parameters than today's. */
		isOutdated: (hash: string): boolean => !hash.includes(`$${parameters},`),
	};
}
