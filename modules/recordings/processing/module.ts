import { consentDenied, consentWithdrawn } from "#modules/meetings/consents";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createKinds, type JobKind } from "./kinds.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";
import { createPipeline } from "./pipeline.ts";
import { createQueue, type Queue } from "./queue.ts";
import { eraseMeeting, readState, tenantOfJob } from "./repository.ts";
import { processingRoutes } from "./routes.ts";
import { createProcessingService } from "./service.ts";
import { createSlots } from "./slots.ts";
import { registerSweep } from "./sweep.ts";

/** What other modules do with jobs. */
export interface Processing
	extends Pick<Outcomes, "change" | "succeed">,
		Pick<Queue, "queue" | "cancel" | "cancelAll" | "listActive" | "listOfCapture" | "takeResults"> {
	/** Whether a job is neither ended nor gone. */
	readonly isActive: (orgId: string, jobId: string) => Promise<boolean>;
	/** Registers a kind of jobs, before the program starts. */
	readonly register: (kind: JobKind) => void;
}

/** The module, and how others give it work. */
export interface ProcessingModule extends Contribution {
	readonly processing: Processing;
}

/**
 * Creates the module that works on jobs of several kinds.
 * @param concurrency number of organizations whose jobs of one kind this process works on at once, 1…
 */
export function createProcessingModule(
	core: Core,
	{ concurrency }: { readonly concurrency: number },
): ProcessingModule {
	const { store, clock, unitOfWork, jobs, newId } = core;
	const kinds = createKinds();
	const slots = createSlots({ store, clock, jobs, concurrency });
	const queue = createQueue({ newId, kinds, slots });
	const outcomes = createOutcomes({ store, unitOfWork, kinds, cancel: queue.cancel });
	const runSlot = createPipeline({ ...core, outcomes });
	registerSweep({ store, clock, jobs, kinds, slots });

	return {
		tenantsOf: { jobId: tenantOfJob },
		routes: processingRoutes(createProcessingService(core, kinds, queue)),
		eraseMeeting,
		processing: {
			...queue,
			change: outcomes.change,
			succeed: outcomes.succeed,
			isActive: async (orgId, jobId) => {
				const state = await readState(store.db, orgId, jobId);
				return state === "waiting" || state === "queued" || state === "running";
			},
			register(kind) {
				kinds.add(kind);
				slots.handle(kind.type, (slot, context) => runSlot(kind, slot, context));
			},
		},
		reactions: [
			at(consentDenied, async (change, { meeting: { orgId, id: meetingId }, participant, kind: consent }) => {
				for (const row of await queue.listActive(change.tx, { orgId, meetingId })) {
					const isTheirs = row.participantId === participant.id;
					if (isTheirs && (consent === "recording" || kinds.of(row).consent === consent))
						await queue.cancel(change, row, WITHDRAWN);
				}
			}),
			at(consentWithdrawn, async (change, { meeting: { orgId, id: meetingId }, kind: consent }) => {
				for (const row of await queue.listActive(change.tx, { orgId, meetingId })) {
					// What is heard in a recording needs the consent to both; a track has nobody else's voice.
					const isOfRecording = consent === "recording" && row.recordingId !== null && row.participantId === null;
					if (isOfRecording || kinds.of(row).consent === consent) await queue.cancel(change, row, WITHDRAWN);
				}
			}),
		],
	};
}

const WITHDRAWN = { code: "consent_required", detail: "A participant withdrew their consent." };
