import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type Answer, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { InviteDialog } from "../members/invite.tsx";
import { FirstModel, PullCommands } from "../speech-models/speech-models.tsx";
import { UploadDialog } from "../uploads/upload-dialog.tsx";
import { firstWorkspace } from "../workspaces/first.ts";
import { uploadExample } from "./example.ts";
import { isAnyReady, STEPS, type Step, useProgress, useSpeech } from "./progress.ts";
import { StepList } from "./step-list.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/welcome");

type Engine = Answer<"/configurations/ai-providers">["transcription"][number];

const BODIES: Record<Step, (props: { orgId: string }) => ReactNode> = {
	speech: Speech,
	recording: Recording,
	people: People,
};

/** The steps of an organization after it was created. Each can be left, and come back to. */
export function Steps() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { step = "speech" } = route.useSearch();
	const current = STEPS.find((each) => each === step) ?? "speech";
	const progress = useProgress(orgId);
	const next = STEPS[STEPS.indexOf(current) + 1];
	const Body = BODIES[current];
	return (
		<Page title={own.title} lead={own.lead}>
			<StepList current={current} orgId={orgId} isDone={progress?.isDone} />
			<Body key={current} orgId={orgId} />
			<footer className="steps-next">
				{next === undefined ? (
					<Link className="button" data-kind="primary" to="/o/$orgId" params={{ orgId }}>
						{own.finish}
					</Link>
				) : (
					<>
						<Link className="button" data-kind="quiet" to="/o/$orgId" params={{ orgId }}>
							{own.later}
						</Link>
						<Link
							className="button"
							data-kind={progress?.isDone[current] ? "primary" : "secondary"}
							to="/o/$orgId/welcome"
							params={{ orgId }}
							search={{ step: next }}
						>
							{progress?.isDone[current] ? own.next : own.skip}
						</Link>
					</>
				)}
			</footer>
		</Page>
	);
}

/** What transcribes here, or what to do so that something does. */
function Speech() {
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useSpeech();
	const isSystemAdmin = useQuery(read("/auth/profile", {})).data?.systemAdmin === true;
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	if (!data) return <Loading />;
	const isReady = isAnyReady(data);
	const others = data.transcription.filter(({ available }) => !available);
	return (
		<Section title={own.steps.speech} hint={own.speechHint}>
			<Notice kind={isReady ? "info" : "warning"}>{isReady ? own.ready : own.notReady}</Notice>
			{!isReady && isSystemAdmin && <FirstModel />}
			{!isReady && !isSystemAdmin && (
				<div className="part">
					<p>{own.ask}</p>
					<p>{own.install}</p>
					<PullCommands />
				</div>
			)}
			{isReady && <Engines engines={data.transcription.filter(({ available }) => available)} />}
			{others.length > 0 && (
				<details>
					<summary>{own.others}</summary>
					<Engines engines={others} />
				</details>
			)}
		</Section>
	);
}

function Engines({ engines }: { engines: readonly Engine[] }) {
	const own = useOwnTexts(texts);
	return (
		<Facts
			facts={engines.map(({ provider, available, external, model, hint }) => [
				provider,
				<div className="part" key={provider}>
					<div className="badges">
						<Badge tone={available ? "good" : "neutral"}>{available ? own.available : own.unavailable}</Badge>
						{external !== null && (
							<Badge tone={external ? "warning" : "neutral"}>{external ? own.leaves : own.stays}</Badge>
						)}
					</div>
					{model !== null && <code>{model}</code>}
					{hint !== null && <p>{hint}</p>}
				</div>,
			])}
		/>
	);
}

function Recording({ orgId }: { orgId: string }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const [isUploading, setIsUploading] = useState(false);
	const { busy, problem, run } = useAction();
	const speech = useSpeech().data;
	const recorded = useProgress(orgId)?.recorded ?? 0;
	const isEngineless = speech !== undefined && !isAnyReady(speech);

	async function send(): Promise<void> {
		const workspaceId = await firstWorkspace(orgId, own.firstWorkspace);
		const meetingId = await uploadExample(workspaceId, own.exampleTitle, isEngineless);
		await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
	}
	return (
		<Section title={own.steps.recording} hint={own.recordingHint}>
			{problem && <Failure error={problem} />}
			{recorded > 0 && <p>{own.present(format.number(recorded))}</p>}
			<div className="choice">
				<div>
					<h3>{own.own}</h3>
					<p>{own.ownHint}</p>
				</div>
				<Button kind="primary" icon="upload" onClick={() => setIsUploading(true)}>
					{own.upload}
				</Button>
			</div>
			<div className="choice">
				<div>
					<h3>{own.example}</h3>
					<p>
						{own.exampleHint} {isEngineless && own.exampleScript}
					</p>
				</div>
				<Button icon="play" busy={busy} onClick={() => void run(send)}>
					{own.useExample}
				</Button>
			</div>
			{isUploading && <UploadDialog orgId={orgId} workspaceId={undefined} onClose={() => setIsUploading(false)} />}
		</Section>
	);
}

function People({ orgId }: { orgId: string }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const progress = useProgress(orgId);
	return (
		<Section title={own.steps.people} hint={own.peopleHint}>
			{progress && (
				<ul className="lines">
					<li>{own.members(format.number(progress.members))}</li>
					<li>{own.invited(format.number(progress.invited))}</li>
				</ul>
			)}
			<div className="choice">
				<Button kind="primary" icon="plus" onClick={() => setIsOpen(true)}>
					{own.invite}
				</Button>
			</div>
			{isOpen && <InviteDialog orgId={orgId} onClose={() => setIsOpen(false)} />}
		</Section>
	);
}
