import { ANONYMOUS } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { Vault } from "#kernel/secrets";
import type { Job, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";

/** Queue of the requests. */
export const QUEUE = "accounts";
/** Additional data that binds a sealed request to its place. */
/** Associated data of every sealed request. */
export const SEAL_CONTEXT = "jobs|payload|accounts";

/** A request about an address, with or without an account. `languages`: of the HTTP request, most preferred first. */
export type DeferredRequest =
	| {
			readonly kind: "register";
			readonly email: string;
			readonly name: string;
			readonly passwordHash: string;
			readonly locale: string | null;
			readonly timezone: string | null;
			readonly inviteToken: string | null;
			readonly languages: readonly string[];
	  }
	| { readonly kind: "resend"; readonly email: string; readonly languages: readonly string[] }
	| { readonly kind: "forgot"; readonly email: string; readonly languages: readonly string[] }
	| { readonly kind: "change_email"; readonly userId: string; readonly email: string };

/** Processes a deferred request within a change. */
export type DeferredRequestHandler = (change: Change, request: DeferredRequest) => Promise<void>;

interface Sealed {
	readonly request: DeferredRequest;
	readonly asked: Pick<RequestContext, "requestId" | "ip" | "userAgent">;
}

/**
 * Creates the queue of requests whose processing depends on whether an address has an account. A request is only stored,
 * which is the same work for every address, so the response time reveals nothing; a job processes it within a second. The
 * job is not woken up: one that started at once would slow down the next request, and that could be measured.
 */
export function createDeferredRequests({
	jobs,
	vault,
	unitOfWork,
}: {
	jobs: Jobs;
	vault: Vault;
	unitOfWork: UnitOfWork;
}) {
	/** Defers a request within a change. */
	async function deferWithin(
		{ tx }: Change,
		{ requestId, ip, userAgent }: RequestContext,
		request: DeferredRequest,
	): Promise<void> {
		const sealed: Sealed = { request, asked: { requestId, ip, userAgent } };
		await jobs.enqueue(tx, {
			queue: QUEUE,
			orgId: null,
			payload: { sealed: vault.seal(JSON.stringify(sealed), SEAL_CONTEXT) },
		});
	}

	return {
		deferWithin,

		/** Defers a request. @throws `idempotency_key_reused` `idempotency_in_progress` */
		defer: (context: RequestContext, request: DeferredRequest): Promise<void> =>
			unitOfWork.run(context, (change) => deferWithin(change, context, request)),

		/** Registers the handler; call it once. */
		handle(run: DeferredRequestHandler): void {
			jobs.handle(QUEUE, async (job: Job) => {
				const { request, asked } = JSON.parse(vault.open(String(job.payload.sealed), SEAL_CONTEXT)) as Sealed;
				const context = ungatedContext(ANONYMOUS, { ...asked, signal: null });
				await unitOfWork.run(context, async (change) => {
					await run(change, request);
					await job.done(change.tx);
				});
			});
		},
	};
}

/** Queue created by {@link createDeferredRequests}. */
export type DeferredRequests = ReturnType<typeof createDeferredRequests>;
