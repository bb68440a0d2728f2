import { useEffect, useRef, useState } from "react";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { holdTexts } from "./hold-texts.ts";
import { PanelHead } from "./panel-head.tsx";
import { texts } from "./texts.ts";

/** What is written during the meeting. */
export function Chat({ room, onClose }: { room: Room; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { messages } = useStore(room.chat.store);
	const { hold, chatAllowed } = useStore(room.facts.store);
	const { canRun } = useStore(room.state);
	const ofHold = useOwnTexts(holdTexts);
	const isOpen = chatAllowed === "everyone" || (chatAllowed === "hosts" && canRun);
	const closed = hold?.state === "held" ? "held" : isOpen ? null : chatAllowed === "off" ? "off" : "hosts";
	const [typed, setTyped] = useState("");
	const [failure, setFailure] = useState<string | null>(null);
	const log = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is scrolled because there is another message
	useEffect(() => {
		log.current?.scrollTo({ top: log.current.scrollHeight });
	}, [messages.length]);

	async function send(): Promise<void> {
		const text = typed.trim();
		if (text === "") return;
		await room.chat.say(text);
		setTyped("");
	}

	/** The button goes with the message: the focus stays in the list. */
	async function remove(id: string): Promise<void> {
		setFailure(null);
		log.current?.focus();
		await room.chat.delete(id).catch((error: Error) => setFailure(error.message));
	}

	return (
		<section className="panel" aria-label={own.chat}>
			<PanelHead title={own.chat} onClose={onClose} />
			<ScrollArea ref={log} className="chat" role="log" aria-label={own.chat}>
				{messages.length === 0 && <p className="field-hint">{own.noMessages}</p>}
				{messages.map(({ id, senderName, text, sentAt }) => (
					<p key={id}>
						<strong>{senderName}</strong> <time dateTime={sentAt}>{format.ago(sentAt)}</time>
						<span>
							<LinkedText text={text} />
						</span>
						{canRun && (
							<IconButton icon="trash" label={own.deleteMessage(senderName ?? "")} onClick={() => void remove(id)} />
						)}
					</p>
				))}
			</ScrollArea>
			{failure !== null && <Notice kind="danger">{failure}</Notice>}
			{closed && <p className="field-hint">{ofHold.chatClosed[closed]}</p>}
			{!closed && (
				<Form className="chat-form" onSubmit={send}>
					{(busy) => (
						<>
							<TextField
								label={own.message}
								name="text"
								value={typed}
								onInput={({ currentTarget: { value } }) => setTyped(value)}
								maxLength={4_000}
								autoComplete="off"
							/>
							<Button kind="primary" type="submit" busy={busy}>
								{own.send}
							</Button>
						</>
					)}
				</Form>
			)}
		</section>
	);
}
