import { randomBytes } from "node:crypto";
import { cpus } from "node:os";
import { AppError } from "#kernel/errors";
import { FairLimiter } from "#kernel/fair-queue";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { networkKey } from "#kernel/network-throttle";
import { text } from "#kernel/texts";
import { isCommonPassword } from "./common-passwords.ts";

/** Cost parameters of argon2id. */
export interface Argon2Cost {
	readonly memoryKib: number;
	readonly timeCost: number;
}

/** Maximum number of sign-ins that wait for a hash, in all and from one network; further ones get `unavailable`. */
const MAX_WAITING = 256;
const MAX_WAITING_OF_NETWORK = MAX_WAITING / 2;

/** Maximum length of a password, in code points. */
const MAX_LENGTH = 128;

/** What a request says of a password and who chooses it. */
export interface ChosenPassword {
	readonly password?: string;
	readonly email?: string;
	readonly name?: string;
}

/** Returns what stands for a salt or a hash in a PHC string. */
const randomPart = (): string => randomBytes(32).toString("base64").replaceAll("=", "");

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Creates the service that hashes and verifies passwords with argon2id. Concurrency is bounded: hashes run on threads
 * shared with fs and DNS, so a burst of sign-ins would stall everything else. Networks take turns, because who signs in
 * belongs to no organization yet.
 * @param minLength shortest password accepted, in code points after NFKC
 * @param refused passwords that are never right, because everybody can read them; default: none
 */
export function createPasswords(cost: Argon2Cost, minLength: number, refused: readonly string[] = []) {
	const options = { algorithm: "argon2id", memoryCost: cost.memoryKib, timeCost: cost.timeCost } as const;
	const parameters = `m=${cost.memoryKib},t=${cost.timeCost}`;
	const slots = Math.max(1, cpus().length - 1);
	const limiter = new FairLimiter(slots, slots);

	/** Runs `work` once its network has a slot. @throws `unavailable` when too many wait */
	function inTurn<T>(ip: string | null, work: () => Promise<T>): Promise<T> {
		const network = networkKey(ip);
		const isOverShare = ip !== null && limiter.waiting(network) >= MAX_WAITING_OF_NETWORK;
		if (isOverShare || limiter.waiting() >= MAX_WAITING)
			throw new AppError("unavailable", "Too many sign-ins at once; retry shortly.", { retryAfterSeconds: 2 });
		return limiter.run(network, null, work);
	}

	const normalize = (password: string): string => password.normalize("NFKC");
	/** Verified against when there is no account, so that timing does not reveal it. Random, hence the hash of no password. */
	const dummyHash = `$argon2id$v=19$${parameters},p=1$${randomPart()}$${randomPart()}`;

	function assertLength(password: string, path: string): void {
		const length = [...normalize(password)].length;
		if (length < minLength)
			throw invalidMember(path, "too_short", text("must have at least {minLength} characters", { minLength }));
		if (length > MAX_LENGTH)
			throw invalidMember(path, "too_long", text("must have at most {most} characters", { most: MAX_LENGTH }));
	}

	/**
	 * Asserts that a password chosen by a person is acceptable: long enough, and not easily guessed.
	 * @param personal texts known to an attacker (address, name); little more than one of them is rejected
	 * @throws `validation_failed` naming `path`
	 */
	function assertAcceptable(password: string, path = "/password", personal: readonly string[] = []): void {
		assertLength(password, path);
		if (refused.includes(normalize(password)) || isCommonPassword(normalize(password), personal))
			throw invalidMember(path, "too_common", "must not be a common password");
	}

	return {
		/**
		 * Asserts that a password from the configuration is acceptable: only its length is checked.
		 * @throws `validation_failed` naming `path`
		 */
		assertLength,

		assertAcceptable,

		/** Collects what is wrong with a password that is chosen, as far as a request says by whom. */
		check({ password, email, name }: ChosenPassword, fieldErrors: FieldErrors): void {
			if (password === undefined) return;
			const personal = [email, email?.split("@")[0], name].filter((text) => text !== undefined);
			fieldErrors.check(() => assertAcceptable(password, "/password", personal));
		},

		/** Returns the PHC string to store. @param ip of the client, whose network takes turns with others @throws `unavailable` */
		hash: async (password: string, ip: string | null = null): Promise<string> =>
			inTurn(ip, () => Bun.password.hash(normalize(password), options)),

		/**
		 * Whether the password matches `hash`. Null (no account or no password) takes the same time and is false.
		 * @param ip of the client, whose network takes turns with others
		 * @throws `unavailable`
		 */
		async verify(password: string, hash: string | null, ip: string | null = null): Promise<boolean> {
			const candidate = [...password].length > MAX_LENGTH ? "" : normalize(password);
			return inTurn(ip, async () => {
				const matches = await Bun.password.verify(candidate || "-", hash ?? dummyHash);
				return matches && hash !== null && candidate !== "" && !refused.includes(candidate);
			});
		},

		/** Whether a stored hash was made with parameters other than the current ones. */
		isOutdated: (hash: string): boolean => !hash.includes(`$${parameters},`),
	};
}
