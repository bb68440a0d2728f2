import { rateLimited } from "#kernel/rate-limit";
import type { RequestContext } from "#kernel/request-context";
import type { Freshness, FreshProofRequest } from "#modules/identity/mfa";
import { requirePerson } from "#modules/identity/sessions";
import { findUser } from "#modules/identity/users";
import { toStream } from "#platform/blobs";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { writeArchive } from "./archive.ts";
import { filesOfAccount, headOf } from "./contents.ts";
import { accountFacts as facts } from "./facts.ts";

export interface AccountExportDeps
	extends Pick<Core, "store" | "blobs" | "retention" | "unitOfWork" | "clock" | "limiter" | "policies"> {
	readonly freshness: Freshness;
}

export type AccountExport = ReturnType<typeof createAccountExport>;

/** Creates the export of one's own account, which is written while it is downloaded: it is stored nowhere. */
export function createAccountExport(deps: AccountExportDeps) {
	const { store, blobs, retention, unitOfWork, clock, limiter, policies, freshness } = deps;
	const source = { store, blobs, cutoffs: (orgId: string) => retention.cutoffs(store.db, orgId) };

	/**
	 * Returns the archive of the caller's account, in all of their organizations.
	 * @throws the errors of `Freshness.require`, `rate_limited`
	 */
	return async (context: RequestContext, proof: FreshProofRequest): Promise<ReadableStream<Uint8Array>> => {
		const { userId } = requirePerson(context);
		await freshness.require(context, proof);
		const verdict = policies && (await limiter.take(policies.export, userId));
		if (verdict && !verdict.allowed) throw rateLimited("Too many exports", verdict);
		const account = await findUser(store.db, userId);
		await unitOfWork.run(
			context,
			async (change) => change.record(PLATFORM, facts["privacy.export_account"], { id: userId }),
			{ storeOutcome: false },
		);
		const files = filesOfAccount(source, { userId, emailKey: account?.emailKey ?? null });
		const nowMs = clock.nowMs();
		return toStream(writeArchive(headOf({ subject: "account", person: userId }, nowMs), files, nowMs));
	};
}
