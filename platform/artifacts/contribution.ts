import type { Db } from "#db/store";
import type { Clock } from "#kernel/clock";
import { objectKeyAad } from "#platform/blobs";
import { createDeletion, type DeletionDeps } from "./deletion.ts";
import { artifactsOf } from "./ledger.ts";
import { sealedObjectKeys } from "./repository/ledger.ts";

/** What the platform contributes for the ledger of artifacts, and for the objects it names. */
export const artifactsContribution = ({ clock, ...deps }: DeletionDeps & { readonly clock: Clock }) => ({
	eraseTenant: { blobs: createDeletion(deps).eraseBlobs },
	eraseMeeting: (tx: Db, orgId: string, meetingId: string, limit: number) =>
		artifactsOf(tx, orgId).removeOfMeeting(meetingId, limit, clock.nowMs()),
	sealed: [
		{
			name: "stored objects (recordings and files made from their audio)",
			loss: "their content can no longer be read; transcripts, translations and summaries are not encrypted and are kept",
			column: sealedObjectKeys,
			aadOf: ({ orgId = "", storageKey = "" }) => objectKeyAad({ orgId, storageKey }),
		},
	],
});
