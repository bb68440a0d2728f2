import { roomChanged } from "#modules/meetings/meetings";
import { recordingPurged } from "#modules/recordings/recordings";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAnnouncer } from "./announce.ts";
import { createDraftRemoval } from "./drafts.ts";
import { createUploadEnd, type RemoveEmptyMeeting } from "./end.ts";
import { eraseUploads, forgetUpload } from "./erase.ts";
import { expiryEnqueuer, handleExpiry } from "./expire.ts";
import { facts } from "./facts.ts";
import { createFinisher, finishEnqueuer, lookAfterDecisions } from "./finish.ts";
import { createGrowth } from "./growth.ts";
import { createReceiver } from "./receive.ts";
import { tenantOfUpload } from "./repository.ts";
import type { UploadRoom } from "./room.ts";
import { uploadsRoutes } from "./routes.ts";
import { createUploadsService } from "./service.ts";
import { createWriters } from "./writers.ts";

export interface UploadsModuleDeps {
	readonly room: UploadRoom;
	readonly removeEmptyMeeting: RemoveEmptyMeeting;
}

/** Creates the module of uploads: recordings on their way here. */
export function createUploadsModule(core: Core, deps: UploadsModuleDeps): Contribution {
	const { jobs, clock } = core;
	const writers = createWriters(core.store);
	const draftRemoval = createDraftRemoval(core);
	const enqueueExpiry = expiryEnqueuer(jobs);
	const enqueueFinish = finishEnqueuer(jobs, clock.nowMs);
	const endUpload = createUploadEnd({ ...core, ...deps, draftRemoval });
	const finish = createFinisher({ ...core, ...deps, writers, draftRemoval, endUpload, enqueueFinish });
	const growth = createGrowth({ ...core, ...deps });
	const receiver = createReceiver({ ...core, enqueueFinish, growth });
	handleExpiry({ ...core, writers, finish, endUpload, enqueueExpiry });
	const announce = createAnnouncer({ ...core, ...deps, enqueueExpiry });
	const service = createUploadsService({ ...core, writers, receiver, finish, endUpload, growth });
	const erase = eraseUploads(draftRemoval);
	return {
		facts,
		reactions: [at(recordingPurged, forgetUpload), at(roomChanged, lookAfterDecisions(jobs))],
		tenantsOf: { uploadId: tenantOfUpload },
		routes: uploadsRoutes(announce, { ...core, service }),
		eraseTenant: { uploads: (tx, orgId, limit) => erase(tx, orgId, undefined, limit) },
		eraseMeeting: erase,
	};
}
