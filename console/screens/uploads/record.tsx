import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { canShare, listMicrophones } from "../../room/devices.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { WithWorkspaces, WorkspaceField, type Workspaces, workspaceOf } from "../workspaces/choice.tsx";
import {
	findObstacle,
	measure,
	type Obstacle,
	pauseOrGoOn,
	type Recording,
	start,
	stop,
	useRecording,
} from "./recorder.ts";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/record");

/** Records what is heard at this device, as a meeting. */
export function Record() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const recording = useRecording();
	return (
		<Page title={own.record} lead={own.recordLead}>
			<p className="back">
				<Link to="/o/$orgId/meetings" params={{ orgId }}>
					{t.meetings.all}
				</Link>
			</p>
			{recording ? <Running recording={recording} /> : <Preparation />}
		</Page>
	);
}

/** Whatever has to be known, agreed to and chosen before. */
function Preparation() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const settings = useQuery(read("/orgs/{orgId}/settings", { path: { orgId } }));
	const obstacle = findObstacle();
	if (!may("meeting:write")) return <Empty icon="lock" title={t.problem.forbidden} />;
	if (obstacle) return <Notice kind="warning">{own.obstacles[obstacle]}</Notice>;
	if (!settings.data)
		return settings.error ? <Failure error={settings.error} onRetry={settings.refetch} /> : <Loading />;
	const { recordingConsent } = settings.data;
	if (recordingConsent === "disabled") return <Notice kind="warning">{own.consents.disabled}</Notice>;
	return (
		<WithWorkspaces orgId={orgId}>
			{(workspaces) => <Choices workspaces={workspaces} consent={own.consents[recordingConsent]} />}
		</WithWorkspaces>
	);
}

function Choices({
	workspaces,
	consent,
}: {
	workspaces: Workspaces;
	/** What the organization asks for. */
	consent: string;
}) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { workspaceId: initial } = route.useSearch();
	const personId = useQuery(read("/auth/profile", {})).data?.id ?? "";
	const [microphones, setMicrophones] = useState<readonly MediaDeviceInfo[]>([]);
	const [obstacle, setObstacle] = useState<Obstacle | null>(null);
	const [title] = useState(() => own.defaultTitle(format.dateTime(new Date().toISOString())));
	useEffect(() => {
		const list = () => void listMicrophones().then(setMicrophones);
		list();
		navigator.mediaDevices.addEventListener("devicechange", list);
		return () => navigator.mediaDevices.removeEventListener("devicechange", list);
	}, []);

	async function begin(values: Values): Promise<void> {
		const { name = "", deviceId = "" } = values;
		setObstacle(null);
		const workspaceId = await workspaceOf(orgId, values);
		const chosen = { name: name.trim() || title, deviceId, withTab: "tab" in values };
		setObstacle(await start({ personId, orgId, workspaceId }, chosen));
	}

	return (
		<div className="card recording">
			{obstacle && <Notice kind="danger">{own.obstacles[obstacle]}</Notice>}
			<Form onSubmit={begin}>
				{(busy) => (
					<>
						<TextField label={t.meetings.name} name="name" defaultValue={title} maxLength={128} autoComplete="off" />
						<WorkspaceField workspaces={workspaces} initial={initial} />
						{microphones.length > 0 && (
							<SelectField
								label={own.microphone}
								name="deviceId"
								options={microphones.map(({ deviceId, label }) => [deviceId, label] as const)}
							/>
						)}
						{canShare() && <SwitchField label={own.tab} hint={own.tabHint} name="tab" />}
						<SwitchField label={own.agree} hint={consent} name="agree" required />
						<footer className="form-actions">
							<Button kind="primary" type="submit" icon="mic" busy={busy}>
								{own.startRecording}
							</Button>
						</footer>
					</>
				)}
			</Form>
		</div>
	);
}

/** How often time and level are shown anew, in ms. */
const SHOWN_EVERY_MS = 100;

function Running({ recording: { kept, state, hasTab } }: { recording: Recording }) {
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const [{ lengthMs, level }, setMeasured] = useState(measure);
	useEffect(() => {
		const timer = setInterval(() => setMeasured(measure()), SHOWN_EVERY_MS);
		return () => clearInterval(timer);
	}, []);
	const isPaused = state === "paused";

	async function finish(): Promise<void> {
		const { pathname } = location;
		await stop((meetingId) => {
			// Who has waited for it is led to it.
			if (location.pathname === pathname)
				void navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId: kept.orgId, meetingId } });
		});
	}

	return (
		<section className="card recording" aria-label={kept.name}>
			<h2>{kept.name}</h2>
			<p className="recording-time" role="timer" data-state={state}>
				{clockOf(lengthMs)}
			</p>
			<p>{isPaused ? own.isPaused : hasTab ? own.recordingBoth : own.recordingMicrophone}</p>
			<meter aria-label={own.level} value={level} max={1} />
			<p className="field-hint">{own.keptHere}</p>
			<footer className="form-actions">
				<Button icon={isPaused ? "play" : "pause"} onClick={pauseOrGoOn}>
					{isPaused ? own.goOn : own.pauseRecording}
				</Button>
				<Button kind="primary" icon="stop" busy={state === "stopping"} onClick={() => void finish()}>
					{own.stop}
				</Button>
			</footer>
		</section>
	);
}
