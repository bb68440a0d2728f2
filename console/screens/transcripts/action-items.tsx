import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionItemDialog } from "./action-item.tsx";
import { Citation } from "./citation.tsx";
import { texts } from "./texts.ts";

type ActionItem = Item<"/meetings/{meetingId}/action-items">;

const ITEMS = "/meetings/{meetingId}/action-items";
const ITEM = "/meetings/{meetingId}/action-items/{itemId}";

/** What is to be done after the meeting, by whom and until when. */
export function ActionItems({ meetingId, onSeek }: { meetingId: string; onSeek: (ms: number) => void }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const mayEdit = useMay()("transcript:write");
	const [open, setOpen] = useState<"new" | { edit: ActionItem } | { remove: ActionItem } | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const query = { limit: 200 };
	const items = useQuery(read(ITEMS, { path: { meetingId }, query })).data ?? [];
	const participants = useQuery(read("/meetings/{meetingId}/participants", { path: { meetingId }, query })).data ?? [];
	const profile = useQuery(read("/auth/profile", {})).data;
	const close = () => setOpen(null);
	if (items.length === 0 && !mayEdit) return null;

	async function setStatus({ id }: ActionItem, status: ActionItem["status"]): Promise<void> {
		setProblem(null);
		const params = { path: { meetingId, itemId: id } };
		await unwrap(api.PATCH(ITEM, { params, body: { status } })).catch((error: unknown) => {
			if (!ProblemError.is(error)) throw error;
			setProblem(error.message);
		});
		await outdate(ITEMS);
	}
	/** Who is to do it and when: as assigned, else in the words of the meeting. */
	function detailsOf({ ownerId, ownerName, dueDay, dueText }: ActionItem): string {
		const owner = participants.find(({ id }) => id === ownerId)?.name ?? ownerName;
		const due = dueDay === null ? dueText : own.due(format.date(`${dueDay}T12:00:00`));
		return [owner, due].filter((part) => part !== null).join(" · ");
	}
	/** Those who own an item say how far they are. */
	const mayTick = ({ ownerId }: ActionItem): boolean =>
		mayEdit || participants.some(({ id, userId }) => id === ownerId && userId === profile?.id);

	return (
		<section>
			<header>
				<h3>{t.summary.actionItems}</h3>
				{mayEdit && <IconButton icon="plus" label={own.addItem} onClick={() => setOpen("new")} />}
			</header>
			{problem !== null && <Notice kind="danger">{problem}</Notice>}
			<ul className="action-items">
				{items.map((item) => (
					<li key={item.id} data-status={item.status}>
						<input
							type="checkbox"
							id={item.id}
							checked={item.status === "done"}
							disabled={!mayTick(item)}
							onChange={({ currentTarget }) => void setStatus(item, currentTarget.checked ? "done" : "open")}
						/>
						<div>
							<label htmlFor={item.id}>{item.text}</label>{" "}
							{item.startMs !== null && <Citation startMs={item.startMs} onSeek={onSeek} />}
							<small>{[item.status === "dropped" && own.dropped, detailsOf(item)].filter(Boolean).join(" · ")}</small>
						</div>
						{mayEdit && (
							<Menu label={t.common.actions(item.text)} button={<Icon name="more" />}>
								<MenuItem icon="pencil" onSelect={() => setOpen({ edit: item })}>
									{own.edit}
								</MenuItem>
								<MenuItem
									icon={item.status === "dropped" ? "back" : "archive"}
									onSelect={() => void setStatus(item, item.status === "dropped" ? "open" : "dropped")}
								>
									{item.status === "dropped" ? own.reopen : own.drop}
								</MenuItem>
								<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ remove: item })}>
									{own.removeItem}
								</MenuItem>
							</Menu>
						)}
					</li>
				))}
			</ul>
			{open === "new" && <ActionItemDialog meetingId={meetingId} participants={participants} onClose={close} />}
			{open !== null && open !== "new" && "edit" in open && (
				<ActionItemDialog meetingId={meetingId} participants={participants} item={open.edit} onClose={close} />
			)}
			{open !== null && open !== "new" && "remove" in open && (
				<ConfirmDialog
					title={own.removeItemTitle}
					text={own.removeItemText(open.remove.text)}
					action={own.removeItem}
					onConfirm={async () => {
						await unwrap(api.DELETE(ITEM, { params: { path: { meetingId, itemId: open.remove.id } } }));
						await outdate(ITEMS);
					}}
					onClose={close}
				/>
			)}
		</section>
	);
}
