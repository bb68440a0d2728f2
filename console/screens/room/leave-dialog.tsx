import { useState } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { hostTexts } from "./host-texts.ts";
import { texts } from "./texts.ts";

/** Asks those who run the meeting whether it ends with them, and who runs it if it does not. */
export function LeaveDialog({ room, onClose }: { room: Room; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const ofHosts = useOwnTexts(hostTexts);
	const { people } = useStore(room.state);
	const { busy, problem, run } = useAction();
	const [chosen, setChosen] = useState("");
	const isHosted = people.some(({ isHost }) => isHost);
	const candidates = people.filter(({ isGuest }) => !isGuest && !isHosted);
	const mayHandOver = candidates.length > 0;
	// Nothing is chosen for them, and who has gone meanwhile is not chosen any more.
	const next = candidates.find(({ id }) => id === chosen)?.id ?? "";

	async function handOver(): Promise<void> {
		await room.makeHost(next);
		await room.leave();
	}

	return (
		<Dialog title={ofHosts.leaveTitle} lead={ofHosts.leaveText} onClose={onClose}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<Form onSubmit={() => run(handOver)}>
				{() => (
					<>
						{mayHandOver && (
							<SelectField
								label={ofHosts.nextHost}
								name="next"
								required
								value={next}
								onChange={({ currentTarget: { value } }) => setChosen(value)}
								options={[
									["", ofHosts.choosePerson] as const,
									...candidates.map(({ id, name }) => [id, name] as const),
								]}
							/>
						)}
						{people.length > 0 && !isHosted && !mayHandOver && <p className="field-hint">{ofHosts.onlyGuests}</p>}
						<footer className="form-actions">
							<Button kind="danger" busy={busy} onClick={() => void run(() => room.endForAll())}>
								{ofHosts.endForAll}
							</Button>
							<Button
								{...(mayHandOver ? {} : { kind: "primary", "data-first": true })}
								busy={busy}
								onClick={() => void run(() => room.leave())}
							>
								{own.leave}
							</Button>
							{mayHandOver && (
								<Button kind="primary" type="submit" busy={busy}>
									{ofHosts.handOver}
								</Button>
							)}
						</footer>
					</>
				)}
			</Form>
		</Dialog>
	);
}
