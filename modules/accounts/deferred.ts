import { ANONYMOUS } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { Vault } from "#kernel/secrets";
import type { Job, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";

const QUEUE = "accounts";
/** Where a sealed request belongs. */
const SEAL_CONTEXT = "jobs|payload|accounts";

/** What is asked for an address, whether or not anybody has it. `languages`: of the request, most wanted first. */
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

/** Does within a change what was asked for. */
export type DeferredRequestHandler = (change: Change, request: DeferredRequest) => Promise<void>;

interface Sealed {
	readonly request: DeferredRequest;
	readonly asked: Pick<RequestContext, "requestId" | "ip" | "userAgent">;
}

/**
 * Requests whose course depends on whether an address has an account. They are only stored, which is the same work for every
 * address, so the time of a response tells nothing; a job does within a second what was asked for. The job is not woken: one
 * that began at once would slow the next request down, and that could be measured.
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
		await jobs.enqueue(tx, { queue: QUEUE, payload: { sealed: vault.seal(JSON.stringify(sealed), SEAL_CONTEXT) } });
	}

	return {
		deferWithin,

		/** Defers a request. @throws `idempotency_key_reused` `idempotency_in_progress` */
		defer: (context: RequestContext, request: DeferredRequest): Promise<void> =>
			unitOfWork.run(context, (change) => deferWithin(change, context, request)),

		/** Declares who does them; once. */
		handle(run: DeferredRequestHandler): void {
			jobs.handle(QUEUE, async (job: Job) => {
				const { request, asked } = JSON.parse(vault.open(String(job.payload.sealed), SEAL_CONTEXT)) as Sealed;
				const context = ungatedContext(ANONYMOUS, asked);
				await unitOfWork.run(context, async (change) => {
					await run(change, request);
					await job.done(change.tx);
				});
			});
		},
	};
}

/** See {@link createDeferredRequests}. */
export type DeferredRequests = ReturnType<typeof createDeferredRequests>;
