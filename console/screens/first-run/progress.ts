import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";

/** The steps in an organization, in their order. */
export const STEPS = ["speech", "recording", "people"] as const;
export type Step = (typeof STEPS)[number];

/** How often it is looked whether a speech model was installed, in ms. */
const LOOK_EVERY_MS = 5_000;

/** The engines of transcription; while there is none, it is looked again. */
export const useSpeech = () =>
	useQuery({
		...read("/configurations/ai-providers", {}),
		refetchInterval: ({ state: { data } }) => (data && !isAnyReady(data) ? LOOK_EVERY_MS : false),
	});

export const isAnyReady = ({ transcription }: { transcription: readonly { available: boolean }[] }): boolean =>
	transcription.some(({ available }) => available);

/** What the organization has already. */
export function useProgress(orgId: string) {
	const path = { orgId };
	const speech = useSpeech().data;
	const meetings = useQuery(read("/meetings", { query: { limit: 200 } })).data;
	const members = useQuery(read("/orgs/{orgId}/members", { path, query: { limit: 200 } })).data;
	const open = useQuery(read("/orgs/{orgId}/invitations", { path, query: { state: "pending", limit: 200 } })).data;
	const recorded = meetings?.filter(({ artifacts }) => artifacts.recording.state !== "none").length;
	if (!speech || recorded === undefined || !members || !open) return null;
	const isDone: Record<Step, boolean> = {
		speech: isAnyReady(speech),
		recording: recorded > 0,
		people: members.length > 1 || open.length > 0,
	};
	return { isDone, recorded, members: members.length, invited: open.length };
}
