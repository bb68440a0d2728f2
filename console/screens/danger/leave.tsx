import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { arrivalOf } from "../../api/place.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Section } from "../../ui/section.tsx";
import { texts } from "./texts.ts";

/** Anyone may leave; an organization keeps one owner, which the API watches. */
export function LeaveSection({
	orgId,
	name,
	userId,
	title,
	hint,
}: {
	orgId: string;
	name: string;
	userId: string;
	title: string;
	hint: string;
}) {
	const own = useOwnTexts(texts);
	const [isAsking, setIsAsking] = useState(false);
	return (
		<Section title={title} hint={hint}>
			<div>
				<Button icon="logout" onClick={() => setIsAsking(true)}>
					{own.leave}
				</Button>
			</div>
			{isAsking && (
				<ConfirmDialog
					title={own.leaveTitle(name)}
					text={own.leaveText}
					action={own.leave}
					onConfirm={async () => {
						const params = { path: { orgId, userId } };
						await unwrap(api.DELETE("/orgs/{orgId}/members/{userId}", { params }));
						// Everything that was read belongs to an organization that is out of reach now.
						location.assign(arrivalOf(undefined));
					}}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</Section>
	);
}
