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
		name: "stored objects (recordings and what is made of their sound)",
		loss: "their content cannot be read any more; transcripts, translations and summaries are not sealed and stay",
		column: sealedObjectKeys,
		aadOf: ({ orgId = "", storageKey = "" }) => objectKeyAad({ orgId, storageKey }),
	},
	{
		name: "mails that were not sent yet",
		loss: "they are not sent",
		column: sealedPayloads(MAIL_QUEUES),
		aadOf: () => MAIL_AAD,
	},
	{
		name: "sign-ins that have only begun",
		loss: "their owners begin again",
		column: sealedStates,
		aadOf: ({ kind = "", tokenHash = "" }) => challengeAad({ kind, tokenHash }),
	},
	{
		name: "answers to requests with an Idempotency-Key of the last 24 hours",
		loss: "a retry of one of them is done a second time",
		column: sealedOutcomes,
		aadOf: ({ scope = "" }) => outcomeAad(scope),
	},
];
