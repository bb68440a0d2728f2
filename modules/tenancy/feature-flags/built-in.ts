import type { OrgType } from "#db/schema";
import type { FlagName } from "./values.ts";

/** A flag that the program asks for. */
export interface BuiltInFlag {
	/** What an organization has with it. */
	readonly description: string;
	/** Value where nothing decides. */
	readonly isOn: boolean;
	/** Values for organizations of certain types. */
	readonly byOrgType: Readonly<Partial<Record<OrgType, boolean>>>;
}

const on = (description: string): BuiltInFlag => ({ description, isOn: true, byOrgType: {} });
const off = (description: string, byOrgType: BuiltInFlag["byOrgType"] = {}): BuiltInFlag => ({
	description,
	isOn: false,
	byOrgType,
});

/** The flags that the program asks for. */
export const BUILT_IN_FLAGS: Readonly<Record<FlagName, BuiltInFlag>> = {
	realTimeTranslation: off("Translates live captions while people speak."),
	liveTranscription: on("Live captions of meetings."),
	aiSummaries: on("Summaries and action items of meetings."),
	speakerDiarization: on("Tells speakers of a recording apart."),
	meetingRecording: on("Recordings of meetings and uploads."),
	transcriptSearch: on("Search in transcripts."),
	transcriptEditing: on("Corrections of transcripts."),
	autoJoinByDomain: on("People with a verified address of a verified domain join by themselves."),
	ltiIntegration: off("Launches from learning-management systems.", { education: true }),
	calendarSync: on("Calendar feeds of meetings."),
	piiRedaction: off("Redacts personal identifiers in transcripts and content derived from them.", { healthcare: true }),
};

/** Whether a flag is one that the program asks for. */
export const isBuiltIn = (key: string): key is FlagName => Object.hasOwn(BUILT_IN_FLAGS, key);
