import { ANONYMOUS } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { Vault } from "#kernel/secrets";
import type { Job, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";

const QUEUE = "accounts";
/** Where a sealed errand belongs. */
const PLACE = "jobs|payload|accounts";

/** What is asked for an address, whether or not anybody has it. `languages`: of the request, most wanted first. */
export type Errand =
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

/** Does an errand within a change. */
export type RunErrand = (change: Change, errand: Errand) => Promise<void>;

interface Sealed {
	readonly errand: Errand;
	readonly asked: Pick<RequestContext, "requestId" | "ip" | "userAgent">;
}

/**
 * Errands whose course depends on whether an address has an account. A request only leaves them, which is the same work
 * for every address; a job runs them within a second. So an answer's time tells nothing. It is not woken: a job that
 * began at once would slow the next request down, and that could be measured.
 */
export function createErrands({ jobs, vault, unitOfWork }: { jobs: Jobs; vault: Vault; unitOfWork: UnitOfWork }) {
	/** Leaves an errand with a change. */
	async function leaveWithin(
		{ tx }: Change,
		{ requestId, ip, userAgent }: RequestContext,
		errand: Errand,
	): Promise<void> {
		const sealed: Sealed = { errand, asked: { requestId, ip, userAgent } };
		await jobs.enqueue(tx, { queue: QUEUE, payload: { sealed: vault.seal(JSON.stringify(sealed), PLACE) } });
	}

	return {
		leaveWithin,

		/** Leaves an errand. @throws `idempotency_key_reused` `idempotency_in_progress` */
		leave: (context: RequestContext, errand: Errand): Promise<void> =>
			unitOfWork.run(context, (change) => leaveWithin(change, context, errand)),

		/** Declares who runs them; once. */
		handle(run: RunErrand): void {
			jobs.handle(QUEUE, async (job: Job) => {
				const { errand, asked } = JSON.parse(vault.open(String(job.payload.sealed), PLACE)) as Sealed;
				const context = ungatedContext(ANONYMOUS, asked);
				await unitOfWork.run(context, async (change) => {
					await run(change, errand);
					await job.done(change.tx);
				});
			});
		},
	};
}

/** See {@link createErrands}. */
export type Errands = ReturnType<typeof createErrands>;
