import { useQuery } from "@tanstack/react-query";
import { Link, useMatchRoute, useParams, useSearch } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { DropZone } from "./drop.tsx";
import { measure, type Recording, useRecording } from "./recorder.ts";
import { texts } from "./texts.ts";
import { UploadDialog } from "./upload-dialog.tsx";
import { UploadRow } from "./upload-row.tsx";
import { cancel, removeFinished, restore, see, type Upload, useUploads } from "./uploads.ts";

/** How long the list stays after the last upload: long enough to read it and to get to it. */
const SHOWN_MS = 10_000;
const LOOK_EVERY_MS = 250;

/** The workspace of the address, if it has one. */
function useWorkspaceAround(): string | undefined {
	const { workspaceId } = useParams({ strict: false }) as { workspaceId?: string };
	const { workspaceId: filtered } = useSearch({ strict: false }) as { workspaceId?: string };
	return workspaceId ?? filtered;
}

/** What is on its way to the server, on every screen; files that are dropped on any of them join it. */
export function Tray() {
	const { orgId } = useParams({ strict: false }) as { orgId?: string };
	const may = useMay();
	const workspaceId = useWorkspaceAround();
	const personId = useQuery(read("/auth/profile", {})).data?.id;
	const [dropped, setDropped] = useState<readonly File[] | null>(null);
	useEffect(() => {
		if (personId !== undefined) void restore(personId);
	}, [personId]);
	return (
		<>
			<DropZone isOpen={orgId !== undefined && may("meeting:write")} onDrop={setDropped} />
			<Uploads />
			{dropped !== null && orgId !== undefined && (
				<UploadDialog orgId={orgId} workspaceId={workspaceId} files={dropped} onClose={() => setDropped(null)} />
			)}
		</>
	);
}

/** Whether somebody is about to use it. A finger that has left the screen is nowhere, although `:hover` stays. */
const isMeant = (element: Element | null): boolean =>
	element?.matches(matchMedia("(hover: hover)").matches ? ":is(:hover, :focus-within)" : ":focus-within") === true;

/** Takes finished uploads off the list: at once at their meeting, else once all have ended and they could be seen. */
function useLeaving(uploads: readonly Upload[], panel: RefObject<Element | null>): void {
	const { meetingId } = useParams({ strict: false }) as { meetingId?: string };
	useEffect(() => {
		if (meetingId !== undefined && uploads.length > 0) see(meetingId);
	}, [meetingId, uploads]);

	const isAnyLeft = uploads.some(({ state }) => state === "sending" || state === "waiting");
	const finished = uploads.flatMap(({ kept, state }) => (state === "finished" ? [kept.id] : [])).join(" ");
	useEffect(() => {
		if (isAnyLeft || finished === "") return;
		let leftMs = SHOWN_MS;
		const timer = setInterval(() => {
			leftMs = document.hidden || isMeant(panel.current) ? SHOWN_MS : leftMs - LOOK_EVERY_MS;
			if (leftMs <= 0) removeFinished();
		}, LOOK_EVERY_MS);
		return () => clearInterval(timer);
	}, [isAnyLeft, finished, panel]);
}

function Uploads() {
	const own = useOwnTexts(texts);
	const uploads = useUploads();
	const isShown = useMatchRoute()({ to: "/o/$orgId/record" });
	const ongoing = useRecording();
	const recording = isShown ? null : ongoing;
	const [leaving, setLeaving] = useState<Upload | null>(null);
	const panel = useRef<HTMLElement>(null);
	useLeaving(uploads, panel);
	const shown = uploads.filter((each) => !each.isSeen);
	const running = uploads.filter(({ state }) => state === "sending" || state === "waiting").length;
	return (
		<>
			{/* Always there: what is announced has to be where it is said. */}
			<div className="visually-hidden" role="status">
				{uploads.map(
					({ kept: { id, name }, state, outcome }) =>
						state === "finished" && (
							<p key={id}>{outcome === "uploaded" ? own.finished(name) : own.outcomes[outcome]}</p>
						),
				)}
			</div>
			{(shown.length > 0 || recording) && (
				<aside ref={panel} className="tray" aria-label={own.title}>
					<details open>
						<summary>
							{own.title} <small>{own.running(running)}</small>
						</summary>
						<ul>
							{recording && <RecordingRow recording={recording} />}
							{shown.map((each) => (
								<UploadRow key={each.kept.id} upload={each} onCancel={() => setLeaving(each)} />
							))}
						</ul>
					</details>
				</aside>
			)}
			{leaving && (
				<ConfirmDialog
					title={own.cancelTitle(leaving.kept.name)}
					text={leaving.kept.kind === "recording" ? own.discardText : own.cancelText}
					action={leaving.kept.kind === "recording" ? own.discard : own.cancel}
					onConfirm={() => cancel(leaving.kept.id)}
					onClose={() => setLeaving(null)}
				/>
			)}
		</>
	);
}

function RecordingRow({ recording: { kept } }: { recording: Recording }) {
	const own = useOwnTexts(texts);
	const [lengthMs, setLengthMs] = useState(() => measure().lengthMs);
	useEffect(() => {
		const timer = setInterval(() => setLengthMs(measure().lengthMs), 1_000);
		return () => clearInterval(timer);
	}, []);
	return (
		<li>
			<strong>{kept.name}</strong>
			<small>{own.isRecording(clockOf(lengthMs))}</small>
			<Link className="link" to="/o/$orgId/record" params={{ orgId: kept.orgId }}>
				{own.show}
			</Link>
		</li>
	);
}
