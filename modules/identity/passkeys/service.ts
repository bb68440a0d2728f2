import type { PasskeyRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { singlePage } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import type { Freshness, FreshProof } from "#modules/identity/mfa";
import { type IssuedTokens, type Proof, requirePerson, type SessionsService } from "#modules/identity/sessions";
import { findUser } from "#modules/identity/users";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { challengeInvalid, passkeyNotFound, passkeyRefused, passkeyTaken, tooManyPasskeys } from "./errors.ts";
import { facts } from "./facts.ts";
import { CHALLENGE_LIFETIME_MS, challengeOf, createRelyingParty } from "./relying-party.ts";
import { countPasskeys, passkeysRepository } from "./repository.ts";
import {
	type Passkey,
	type PasskeyCreationOptions,
	type PasskeyLoginRequest,
	type PasskeyOptionsQuery,
	type PasskeyRequestOptions,
	passkeyFields,
	type RegisterPasskeyRequest,
} from "./schemas.ts";

/** Returns the API representation of a passkey. */
const toPasskey = (row: PasskeyRow): Passkey => ({
	id: row.id,
	name: row.name,
	transports: [...row.transports],
	multiDevice: row.multiDevice,
	backedUp: row.backedUp,
	createdAt: rfc3339(row.createdAtMs),
	lastUsedAt: row.lastUsedAtMs === null ? null : rfc3339(row.lastUsedAtMs),
});

/** Maximum number of passkeys per user. */
export const MAX_PASSKEYS = 20;

/** Authentication methods of a passkey (RFC 8176): the device and the verified user, so no second factor is required. */
const AUTH_METHODS = ["hwk", "user"];

export interface PasskeysDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "challenges"> {
	readonly sessions: SessionsService;
	readonly freshness: Freshness;
	/** Count the start of a sign-in by network: one that a person asks for, one that the browser may suggest. @throws `rate_limited` */
	readonly throttles: Readonly<Record<"asked" | "suggested", (ip: string | null) => Promise<void>>>;
	/** Origin of `PUBLIC_URL`. */
	readonly origin: string;
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;

/** Creates the service that registers passkeys and signs in with them. */
export function createPasskeysService({
	store,
	clock,
	unitOfWork,
	challenges,
	sessions,
	freshness,
	throttles,
	origin,
}: PasskeysDeps) {
	const relyingParty = createRelyingParty(origin);

	/** Rejects and records a sign-in whose counter did not increase: the authenticator was cloned. */
	async function rejectClone(context: RequestContext, userId: string, passkeyId: string): Promise<never> {
		const occurrence = { id: userId, otherTargets: passkeyTarget(passkeyId), object: { userId, passkeyId } };
		const record = async (change: Change) => change.record(PLATFORM, facts["passkey.refuse_clone"], occurrence);
		await unitOfWork.run(context, record, { storeOutcome: false });
		throw passkeyRefused();
	}

	return {
		/** Starts a registration. @throws `forbidden` `rate_limited` `conflict` */
		async registerOptions(context: RequestContext, proof: FreshProof): Promise<PasskeyCreationOptions> {
			const { userId } = requirePerson(context);
			await freshness.require(context, proof);
			const user = await findUser(store.db, userId);
			if (!user) throw new Error("the person of a session is missing");
			const known = await passkeysRepository.list(store.db, user.id);
			if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
			const options = relyingParty.creationOptions(user, known);
			await challenges.create({
				kind: "passkey_register",
				token: options.challenge,
				userId: user.id,
				payload: user.id,
				lifetimeMs: CHALLENGE_LIFETIME_MS,
			});
			return options;
		},

		/** Registers a new passkey. @throws `forbidden` `validation_failed` `token_invalid` `conflict` */
		async register(context: RequestContext, request: RegisterPasskeyRequest): Promise<Passkey> {
			const { userId } = requirePerson(context);
			const name = parseName(request.name ?? "Passkey", "/name");
			const { challenge, ...credential } = await relyingParty.verifyRegistration(request.credential);
			return unitOfWork.run(context, async (change) => {
				const askedBy = await challenges.consume<string>(change.tx, "passkey_register", challenge);
				if (askedBy !== userId) throw challengeInvalid();
				if ((await countPasskeys(change.tx, userId)) >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
				const row = { ...credential, userId, name, createdAtMs: change.nowMs, lastUsedAtMs: null };
				if (!(await passkeysRepository.insert(change.tx, row))) throw passkeyTaken();
				const passkey = toPasskey(row);
				change.record(context.principal.orgId ?? PLATFORM, facts["passkey.add"], {
					id: userId,
					otherTargets: passkeyTarget(row.id),
					object: { userId, passkey },
				});
				return passkey;
			});
		},

		/** Starts a sign-in, without identifying the user. @throws `rate_limited` */
		async loginOptions({ ip }: RequestContext, { mediation }: PasskeyOptionsQuery): Promise<PasskeyRequestOptions> {
			await throttles[mediation === undefined ? "asked" : "suggested"](ip);
			const options = relyingParty.requestOptions();
			await challenges.create({
				kind: "passkey_login",
				token: options.challenge,
				userId: null,
				payload: true,
				lifetimeMs: CHALLENGE_LIFETIME_MS,
			});
			return options;
		},

		/**
		 * Signs in with a passkey.
		 * @param deviceToken makes the device a known one; null: unidentified
		 * @throws `invalid_credentials` `org_mismatch` `not_found` `purged`
		 */
		async login(
			context: RequestContext,
			{ credential, orgId, device }: PasskeyLoginRequest,
			deviceToken: string | null,
		): Promise<IssuedTokens> {
			const challenge = challengeOf(credential.response.clientDataJSON);
			// Consumed before anything else is checked, so that no response is ever verified twice.
			if (challenge === null || !(await challenges.consumeNow<true>("passkey_login", challenge)))
				throw passkeyRefused();
			const passkey = await passkeysRepository.find(store.db, credential.id);
			if (!passkey) throw passkeyRefused();
			const user = await findUser(store.db, passkey.userId);
			if (user?.state !== "active") throw passkeyRefused();
			const { counter, backedUp } = await relyingParty.verifyAssertion(credential, challenge, passkey);
			const use = { counter, backedUp, lastUsedAtMs: clock.nowMs() };
			if (!(await passkeysRepository.recordUse(store.writing("passkey.note_use").db, passkey.id, use)))
				return rejectClone(context, user.id, passkey.id);
			const proof: Proof = {
				isStillValid: async (tx) => (await passkeysRepository.find(tx, passkey.id))?.userId === user.id,
				toError: passkeyRefused,
			};
			return sessions.start(context, user, { proof, authMethods: AUTH_METHODS, orgId, device, deviceToken });
		},

		/** Returns the caller's passkeys, oldest first, all on one page: there are few. @throws `forbidden` `invalid_fields` */
		async list(context: RequestContext, fields: string | undefined) {
			const show = passkeyFields.parse(fields);
			const { userId } = requirePerson(context);
			const rows = await passkeysRepository.list(store.db, userId);
			return singlePage(rows.map((row) => show(toPasskey(row))));
		},

		/** Deletes one of the caller's passkeys. @throws `forbidden` `rate_limited` `not_found` */
		async remove(context: RequestContext, id: string, proof: FreshProof): Promise<void> {
			const { userId } = requirePerson(context);
			await freshness.require(context, proof);
			await unitOfWork.run(context, async (change) => {
				if (!(await passkeysRepository.remove(change.tx, userId, id))) throw passkeyNotFound();
				change.record(context.principal.orgId ?? PLATFORM, facts["passkey.remove"], {
					id: userId,
					otherTargets: passkeyTarget(id),
					object: { userId, passkeyId: id },
				});
			});
		},
	};
}

const passkeyTarget = (id: string) => [{ type: "passkey", id }];
