import { deriveKey, createVault } from "#kernel/secrets";
import { AppError } from "#kernel/errors";
import { networkOf } from "#http/client-address";
import type { Limiter } from "#http/rate-limit";
import {
	type AttemptLimits,
	createAuthService,
	createIdentity,
	createPasswords,
} from "#modules/auth";
import { createChanges } from "#modules/changes";
import { createIdempotency } from "#modules/idempotency";
import { createTokensService } from "#modules/tokens";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";

/** Topic on the bus under which instances tell each other whose cached state to drop. */
const INVALIDATIONS = "live-state";

export type Services = ReturnType<typeof createServices>;

/** Every module's service, wired. */
export function createServices(deps: Deps) {
	const { config, store, clock, newId, masterKey, bus, log, limiter, externalIssuer } = deps;
	const vault = createVault(deriveKey(masterKey, "vault"));
	const issuer = config.publicUrl.href;

	const idempotency = createIdempotency({ store, clock, vault });
	const tokens = createTokensService({ store, clock, vault, issuer, audience: issuer, externalIssuer, log });
	const identity = createIdentity({ store, clock, tokens, isAlone: store.dialect === "sqlite" || bus.shared });
	bus.subscribe(INVALIDATIONS, (message) => identity.invalidate(message.split(" ")));
	const changes = createChanges({
		store,
		clock,
		newId,
		idempotency,
		invalidate(ids) {
			identity.invalidate(ids);
			if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
		},
	});
	const passwords = createPasswords(config.argon2, config.passwordMinLength);
	const attempts = createAttemptLimits(limiter, config);
	const auth = createAuthService({ store, clock, newId, changes, tokens, passwords, attempts });

	return {
		store,
		clock,
		newId,
		idempotency,
		tokens,
		identity,
		changes,
		passwords,
		auth,

		/** What must be there before the first request: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			await tokens.ready();
			await changes.prepare();
		},

		/** Ends background work; what runs is finished first. */
		async stop(): Promise<void> {},
	};
}

/** Counts sign-ins by network and by account under the policies of CONTRACT §1.7. */
function createAttemptLimits(limiter: Limiter, { rateLimits }: Config): AttemptLimits {
	return {
		async take(ip, accountHash) {
			if (!rateLimits.enabled) return;
			const verdicts = [
				await limiter.take(rateLimits.policies["auth-ip"], networkOf(ip)),
				await limiter.take(rateLimits.policies["auth-account"], accountHash),
			];
			const refused = verdicts.find(({ allowed }) => !allowed);
			if (refused)
				throw new AppError("rate_limited", `Too many sign-in attempts; come back in ${refused.resetSeconds} s.`, {
					meta: { policy: refused.policy.name },
					retryAfterSeconds: refused.resetSeconds,
				});
		},
		async forget(accountHash) {
			if (rateLimits.enabled) await limiter.reset(rateLimits.policies["auth-account"], accountHash);
		},
	};
}

