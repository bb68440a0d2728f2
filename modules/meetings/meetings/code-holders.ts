import { inPortions } from "#db/portions";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job, JobContext, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { NO_CODE } from "./join-code.ts";
import { DROP_CODES } from "./queues.ts";
import { lockCodesOf } from "./repository.ts";
import { saveMeeting } from "./save.ts";

/** Maximum number of codes dropped in one transaction: each is recorded. */
const PORTION = 50;

export interface CodeHoldersDeps extends Pick<Core, "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
}

/** A member who lost rights. */
interface Loss {
	readonly orgId: string;
	readonly userId: string;
	readonly outcome: "demoted" | "removed";
}

/**
 * Creates the end of the join codes that a member made, when they leave the organization: they know them. The codes open
 * nothing from then on, and a job drops them, so that the hosts who are left see that the meeting has none.
 */
export function createCodeHolders({ unitOfWork, jobs }: CodeHoldersDeps) {
	async function dropPortion(change: Change, { orgId, userId }: Omit<Loss, "outcome">, limit: number): Promise<number> {
		const rows = await lockCodesOf(change.tx, orgId, userId, limit);
		for (const row of rows) {
			await saveMeeting(change, row, NO_CODE);
			change.record(orgId, facts["meeting.drop_code"], { id: row.id });
		}
		return rows.length;
	}

	jobs.handle(DROP_CODES, async ({ orgId, payload }: Job, { signal }: JobContext) => {
		if (orgId === null) return;
		const holder = { orgId, userId: String(payload.userId) };
		const transact = (portion: (change: Change) => Promise<number>) =>
			unitOfWork.run(systemContext(`job:${DROP_CODES}`), portion);
		await inPortions<Change>(transact, (change, limit) => dropPortion(change, holder, limit), {
			signal,
			maxRows: PORTION,
		});
	});

	return {
		/** Ends, within the change that removes a member, the join codes that they made. */
		async onRightsLost(change: Change, { orgId, userId, outcome }: Loss): Promise<void> {
			if (outcome !== "removed") return;
			await jobs.enqueue(change.tx, { queue: DROP_CODES, orgId, payload: { userId } });
			change.afterCommit(() => jobs.wake(DROP_CODES));
		},
	};
}
