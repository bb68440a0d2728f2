import { type ReactNode, useEffect, useState } from "react";
import type { Client } from "#client";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import { captionOptions, chooseCaptions } from "../../room/caption-options.ts";
import { canShare } from "../../room/devices.ts";
import type { Room } from "../../room/room.ts";
import type { Meeting } from "../../room/visitor.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { DeviceFields } from "../entry/device-fields.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { RecordDialog } from "./record-dialog.tsx";
import { texts } from "./texts.ts";

/** What can be opened beside the tiles; captions are there by themselves. */
export type Panel = "people" | "chat";

/** As many people have a place on their button. */
const MANY = 99;

/** What one can do, at the lower edge. Each button stays where it is, whatever the others say. */
export function Controls({
	room,
	meeting,
	api,
	panel,
	onPanel,
}: {
	room: Room;
	meeting: Meeting;
	api: Client;
	panel: Panel | null;
	onPanel: (panel: Panel | null) => void;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { hand, people, canRun } = useStore(room.state);
	const { length } = useStore(room.chat.store).messages;
	const { choice, screen } = useStore(room.media.store);
	const { isShown } = useStore(captionOptions);
	const isRecorded = useStore(room.facts.store).recording?.state === "started";
	const { problem, run } = useAction();
	const [dialog, setDialog] = useState<"devices" | "consent" | "keys" | "leave" | "record" | null>(null);
	const [read, setRead] = useState(0);
	const isChatOpen = panel === "chat";
	useEffect(() => {
		if (isChatOpen) setRead(length);
	}, [isChatOpen, length]);
	const unread = isChatOpen ? 0 : length - read;
	const { isMuted, isCameraOn } = choice;
	const toggle = (name: Panel) => onPanel(panel === name ? null : name);
	const close = () => setDialog(null);
	useShortcuts({ "?": () => setDialog("keys") });
	return (
		<>
			<footer>
				{problem && <Notice kind="danger">{problem.message}</Notice>}
				<div className="controls" role="toolbar" aria-label={own.controls}>
					<Turn
						icon={isMuted ? "micOff" : "mic"}
						warns={isMuted}
						isOn={!isMuted}
						says={[own.mute, own.unmute]}
						onClick={() => room.mute(!isMuted)}
					/>
					<Turn
						icon={isCameraOn ? "video" : "videoOff"}
						warns={!isCameraOn}
						isOn={isCameraOn}
						says={[own.cameraOff, own.cameraOn]}
						onClick={() => void room.media.showCamera(!isCameraOn)}
					/>
					{canShare() && (
						<Turn
							icon="share"
							isOn={screen !== null}
							says={[own.unshare, own.share]}
							onClick={() => (screen ? room.media.unshare() : void room.media.share())}
							className="control-wide"
						/>
					)}
					<Turn
						icon="hand"
						warns={hand}
						isOn={hand}
						says={[own.lower, own.raise]}
						onClick={() => room.raiseHand(!hand)}
					/>
					<Control icon="captions" pressed={isShown} onClick={() => chooseCaptions({ isShown: !isShown })}>
						{own.captions}
					</Control>
					<Control
						icon="users"
						pressed={panel === "people"}
						otherwise={`${own.people} ${format.number(MANY)}`}
						onClick={() => toggle("people")}
					>
						{own.people} {format.number(people.length + 1)}
					</Control>
					<Control
						icon="chat"
						pressed={isChatOpen}
						badge={unread > 0 ? format.number(unread) : null}
						onClick={() => toggle("chat")}
					>
						{own.chat} {unread > 0 && <b className="visually-hidden">{own.unread(format.number(unread))}</b>}
					</Control>
					<Menu
						className="control"
						title={own.moreActions}
						button={
							<>
								<Icon name="more" />
								<span>{own.moreActions}</span>
							</>
						}
					>
						{canRun && meeting.recordingPolicy.mode !== "off" && (
							<MenuItem
								icon={isRecorded ? "stop" : "audio"}
								onSelect={() => (isRecorded ? void run(() => room.record("stopped")) : setDialog("record"))}
							>
								{isRecorded ? own.stopRecording : own.record}
							</MenuItem>
						)}
						<MenuItem icon="settings" onSelect={() => setDialog("devices")}>
							{own.devices}
						</MenuItem>
						<MenuItem icon="shield" onSelect={() => setDialog("consent")}>
							{own.change}
						</MenuItem>
						<MenuItem icon="keyboard" onSelect={() => setDialog("keys")}>
							{own.keys}
						</MenuItem>
					</Menu>
					<Control icon="door" kind="danger" onClick={() => (canRun ? setDialog("leave") : void room.leave())}>
						{own.leave}
					</Control>
				</div>
			</footer>
			{dialog === "devices" && (
				<Dialog title={own.devices} onClose={close}>
					<DeviceFields media={room.media} />
				</Dialog>
			)}
			{dialog === "consent" && <ConsentDialog room={room} onClose={close} />}
			{dialog === "keys" && <KeysDialog onClose={close} />}
			{dialog === "record" && <RecordDialog room={room} meeting={meeting} api={api} onClose={close} />}
			{dialog === "leave" && <LeaveDialog room={room} onClose={close} />}
		</>
	);
}

/** Turns something on or off. @param says what it does while it is on, and while it is off */
function Turn({
	isOn,
	says: [off, on],
	...rest
}: Omit<ControlProps, "otherwise" | "children"> & { isOn: boolean; says: readonly [string, string] }) {
	return (
		<Control {...rest} otherwise={isOn ? on : off}>
			{isOn ? off : on}
		</Control>
	);
}

interface ControlProps {
	icon: IconName;
	kind?: "danger";
	/** Of what is open or not; others say in words what they do. */
	pressed?: boolean;
	/** It is easily forgotten: off, or raised. */
	warns?: boolean;
	/** What it says at other times, for which there is room. */
	otherwise?: string;
	/** Shown at its sign, and said in its name. */
	badge?: string | null;
	className?: string;
	onClick: () => void;
	children: ReactNode;
}

function Control({
	icon,
	kind,
	pressed,
	warns = false,
	otherwise,
	badge = null,
	className = "",
	onClick,
	children,
}: ControlProps) {
	return (
		<button
			type="button"
			className={`control ${className}`}
			data-kind={kind}
			data-warns={warns}
			aria-pressed={pressed}
			onClick={onClick}
		>
			<Icon name={icon} />
			{badge !== null && (
				<i className="control-badge" aria-hidden="true">
					{badge}
				</i>
			)}
			<span className="control-label" data-otherwise={otherwise}>
				<span>{children}</span>
			</span>
		</button>
	);
}
