import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { texts as meetingTexts } from "../meetings/texts.ts";
import { TranscribeDialog } from "../meetings/transcribe.tsx";
import { obstacleTexts } from "./obstacle-texts.ts";

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");

/** What keeps a meeting from its transcript, and what can be done about it. */
export function Obstacle() {
	const { meetingId } = route.useParams();
	const transcript = useQuery(read("/meetings/{meetingId}", { path: { meetingId } })).data?.artifacts.transcript;
	if (transcript?.state === "failed") return <Failed meetingId={meetingId} />;
	if (transcript?.state === "waiting") return <Waiting />;
	return null;
}

/** Where models are installed, for those who may. */
function Waiting() {
	const own = useOwnTexts(obstacleTexts);
	const isSystemAdmin = useQuery(read("/auth/profile", {})).data?.systemAdmin === true;
	if (!isSystemAdmin) return null;
	return (
		<p>
			<Link className="link" to="/system/health">
				{own.models}
			</Link>
		</p>
	);
}

/** Why the job failed. Those who may not read the jobs of the organization know its kind from what it was about. */
function useReason(meetingId: string): string | null {
	const own = useOwnTexts(obstacleTexts);
	const may = useMay();
	const { orgId } = route.useParams();
	const jobs = useQuery({
		...read("/orgs/{orgId}/jobs", { path: { orgId }, query: { state: "failed", type: "transcription", limit: 200 } }),
		enabled: may("org:write"),
	});
	const path = { meetingId };
	const transcripts = useQuery(read("/meetings/{meetingId}/transcripts", { path }));
	const recordings = useQuery(read("/meetings/{meetingId}/recordings", { path }));
	if (jobs.isLoading || transcripts.isLoading || recordings.isLoading) return null;
	const job = jobs.data?.find((each) => each.meetingId === meetingId);
	const made = [...(transcripts.data ?? []), ...(recordings.data ?? [])];
	const code = made.find(({ state }) => state === "failed")?.failure ?? "";
	return job?.failure?.detail ?? new Map(Object.entries(own.reasons)).get(code) ?? own.unknown;
}

function Failed({ meetingId }: { meetingId: string }) {
	const own = useOwnTexts(obstacleTexts);
	const { transcribe } = useOwnTexts(meetingTexts);
	const isAllowed = useMay()("transcript:write");
	const [isOpen, setIsOpen] = useState(false);
	const reason = useReason(meetingId);
	if (reason === null) return null;
	return (
		<Section title={own.why}>
			<p>{reason}</p>
			{isAllowed && (
				<div>
					<Button icon="text" onClick={() => setIsOpen(true)}>
						{transcribe}
					</Button>
				</div>
			)}
			{isOpen && <TranscribeDialog meetingId={meetingId} onClose={() => setIsOpen(false)} />}
		</Section>
	);
}
