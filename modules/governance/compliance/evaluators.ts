import type { ReadHandle } from "#db/store";
import { mayPassThroughServer } from "#modules/tenancy/settings";
import { payloadMode } from "#platform/compliance";
import type { Evaluation } from "./evaluation.ts";
import { countAdministrators } from "./repository.ts";
import type { ComplianceDeps } from "./service.ts";

export interface EvaluatorsDeps {
	readonly store: ReadHandle;
	/** Whether new blobs are encrypted. */
	readonly encryptsBlobs: boolean;
}

/** Creates what evaluates the controls that have no locks; for others, what they say is enforced without exception. */
export const createEvaluators = ({ store, encryptsBlobs }: EvaluatorsDeps): ComplianceDeps["evaluators"] => ({
	guests_in_lobby: always("the lobby of every meeting that is joined by link"),
	guest_records: always("every read of recordings, transcripts and summaries, and search"),
	exam_records: always("every read of what was recorded of an exam"),
	directory: always("lists of members and participants"),
	reads_audited: always(
		"transcript.read, summary.read, captions.read, recording.read and transcript.search in the audit trail",
	),
	media_between_browsers: ({ organization }): Evaluation => ({
		status: "met",
		note: null,
		evidence: { mediaThroughServer: mayPassThroughServer(organization) },
	}),
	thin_messages: always("mails and calendar feeds"),
	data_subject_rights: always("/orgs/{orgId}/privacy/exports and /orgs/{orgId}/privacy/erasures"),
	thin_webhooks: ({ organization }): Evaluation => ({
		status: "met",
		note: null,
		evidence: { payload: payloadMode(organization) },
	}),
	encryption_at_rest: (): Evaluation => ({
		status: encryptsBlobs ? "met" : "not_met",
		note: encryptsBlobs ? null : "The operator has turned the encryption of new recordings off (BLOB_ENCRYPTION).",
		evidence: { BLOB_ENCRYPTION: encryptsBlobs ? "on" : "off" },
	}),
	async second_factor({ organization }): Promise<Evaluation> {
		const { administrators, protectedOnes } = await countAdministrators(store, organization.id);
		const lacking = administrators - protectedOnes;
		return {
			status: lacking === 0 ? "met" : "not_met",
			note: lacking === 0 ? null : "Some owners or administrators have neither a second factor nor a passkey.",
			evidence: { administrators, withoutSecondFactor: lacking },
		};
	},
});

const always = (appliesTo: string) => (): Evaluation => ({ status: "met", note: null, evidence: { appliesTo } });
