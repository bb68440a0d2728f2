import { sealedObjectKeys } from "#platform/artifacts";
import { objectKeyAad } from "#platform/blobs";
import { challengeAad, sealedStates } from "#platform/challenges";
import { outcomeAad, sealedOutcomes } from "#platform/idempotency";
import type { SealedTexts } from "#platform/installation";
import { sealedPayloads } from "#platform/jobs";
import { MAIL_AAD, MAIL_QUEUES } from "#platform/mail";

/** Everything that the platform itself stores sealed. */
export const sealedByPlatform: readonly SealedTexts[] = [
	{
		name: "stored objects (recordings and files made from their audio)",
		loss: "their content can no longer be read; transcripts, translations and summaries are not encrypted and are kept",
		column: sealedObjectKeys,
		aadOf: ({ orgId = "", storageKey = "" }) => objectKeyAad({ orgId, storageKey }),
	},
	{
		name: "mails that have not been sent yet",
		loss: "they will not be sent",
		column: sealedPayloads(MAIL_QUEUES),
		aadOf: () => MAIL_AAD,
	},
	{
		name: "sign-ins in progress",
		loss: "their users must start again",
		column: sealedStates,
		aadOf: ({ kind = "", tokenHash = "" }) => challengeAad({ kind, tokenHash }),
	},
	{
		name: "responses to requests with an Idempotency-Key in the last 24 hours",
		loss: "retrying one of them repeats its effect",
		column: sealedOutcomes,
		aadOf: ({ scope = "" }) => outcomeAad(scope),
	},
];
