import { useEffect, useState } from "react";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import type { Consents } from "../../room/consents.ts";
import type { Room } from "../../room/room.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { answersOf, ConsentFields } from "../entry/consent-fields.tsx";
import { texts } from "./texts.ts";

/** Changes what one has agreed to; it counts from then on. */
export function ConsentDialog({ room, onClose }: { room: Room; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const [given, setGiven] = useState<Consents | Error | null>(null);
	useEffect(() => {
		room.readConsents().then(setGiven, setGiven);
	}, [room]);
	return (
		<Dialog title={own.change} onClose={onClose}>
			{given === null && <Loading />}
			{given instanceof Error && <Failure error={given} />}
			{given !== null && !(given instanceof Error) && (
				<Form
					onSubmit={async (values) => {
						await room.decide(answersOf(values), given);
						onClose();
					}}
				>
					{(busy) => (
						<>
							<ConsentFields given={given} />
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}
