import { MINUTE_MS } from "#kernel/clock";
import { assertSignedIn } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { codeAttemptsKey, type Freshness, type SecondFactors } from "#modules/identity/mfa";
import { findSession, requirePerson } from "#modules/identity/sessions";
import { findUser } from "#modules/identity/users";
import type { Core } from "#platform/module";
import type { AssertPassword } from "./check.ts";
import { staleSignIn, wrongProof } from "./errors.ts";
import type { AttemptLimits } from "./ports.ts";

/** Maximum age of a fresh sign-in, in ms. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE_MS;

export interface FreshnessDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly assertPassword: AssertPassword;
	readonly factors: SecondFactors;
	readonly attempts: AttemptLimits;
}

/**
 * Creates the rule for sensitive changes (second factors, passkeys, address): the person signed in within the last ten
 * minutes, or the request contains the password or a code, which must be right in either case. So a person without a password signs in again, and a borrowed
 * device or a stolen access token cannot change anything sensitive. Wrong proofs count like failed sign-ins. A session
 * without a sign-in is never fresh, even with a proof in the request.
 */
export function createFreshness({
	store,
	clock,
	unitOfWork,
	assertPassword,
	factors,
	attempts,
}: FreshnessDeps): Freshness {
	return {
		async require(context, { password, code } = {}) {
			const { userId, sessionId } = requirePerson(context);
			assertSignedIn(context.principal);
			// What a request offers as a proof must be one, however fresh the session.
			if (password !== undefined) await verifyPassword(context, userId, password);
			if (code !== undefined) await verifyCode(context, userId, code);
			if (password !== undefined || code !== undefined) return;
			const session = await findSession(store.db, sessionId);
			// Either way: a session that a clock has begun in the future would be fresh until then.
			if (!session || Math.abs(clock.nowMs() - session.createdAtMs) > FRESH_SIGN_IN_MS)
				throw staleSignIn(FRESH_SIGN_IN_MS / 1000);
		},
	};

	async function verifyPassword(context: RequestContext, userId: string, password: string): Promise<void> {
		const user = (await findUser(store.db, userId)) ?? { id: userId, passwordHash: null };
		await assertPassword({ ip: context.ip, user, password, toError: wrongProof });
	}

	async function verifyCode(context: RequestContext, userId: string, code: string): Promise<void> {
		await attempts.throttle(context.ip, codeAttemptsKey(userId), async () => {
			const isRight = await unitOfWork.run(context, (change) => factors.consumeCode(change, userId, code), {
				storeOutcome: false,
			});
			if (!isRight) throw wrongProof();
		});
	}
}
