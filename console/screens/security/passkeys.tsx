import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { ProofForm } from "./proof.tsx";
import { texts } from "./texts.ts";

type Passkey = Item<"/auth/passkeys">;

/** Keys of devices, instead of the password. */
export function Passkeys() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const isOffered = useQuery(read("/configurations/sign-in", {})).data?.passkeys === true;
	const pages = useInfiniteQuery(readPages("/auth/passkeys", {}));
	const [open, setOpen] = useState<"add" | Passkey | null>(null);
	const close = () => setOpen(null);
	// Browsers have none on plain http, except at localhost.
	const canAdd = isOffered && typeof PublicKeyCredential === "function";
	const columns: readonly Column<Passkey>[] = [
		{
			name: "name",
			title: own.passkeyName,
			cell: ({ name, createdAt }) => (
				<span className="identity">
					<span>
						<strong>{name}</strong>
						<small>{own.added(format.date(createdAt))}</small>
					</span>
				</span>
			),
		},
		{
			name: "used",
			title: own.lastUsed,
			wide: true,
			cell: ({ lastUsedAt }) =>
				lastUsedAt === null ? own.never : <time dateTime={lastUsedAt}>{format.ago(lastUsedAt)}</time>,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (passkey) => (
				<IconButton icon="trash" label={own.removeNamed(passkey.name)} onClick={() => setOpen(passkey)} />
			),
		},
	];
	const add = canAdd && (
		<Button icon="passkey" onClick={() => setOpen("add")}>
			{own.addPasskey}
		</Button>
	);
	return (
		<Section title={own.passkeys} hint={own.passkeysHint} actions={add}>
			{!canAdd && <Notice kind="info">{own.noPasskeysHere}</Notice>}
			<Table
				label={own.passkeys}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={<p>{own.noPasskey}</p>}
			/>
			{open === "add" && <AddDialog onClose={close} />}
			{open !== null && open !== "add" && (
				<Dialog title={own.removeNamed(open.name)} lead={own.removePasskeyText} onClose={close}>
					<ProofForm
						submit={own.removePasskey}
						kind="danger"
						onCancel={close}
						onSubmit={async (proof) => {
							await unwrap(api.DELETE("/auth/passkeys/{id}", { params: { path: { id: open.id } }, body: proof }));
							await outdate("/auth/passkeys", "/auth/profile");
							toast(own.passkeyRemoved);
							close();
						}}
					/>
				</Dialog>
			)}
		</Section>
	);
}

function AddDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [hasFailed, setHasFailed] = useState(false);
	return (
		<Dialog title={own.addPasskey} lead={own.addPasskeyLead} onClose={onClose}>
			{hasFailed && <Notice kind="danger">{own.passkeyFailed}</Notice>}
			<ProofForm
				submit={own.next}
				onCancel={onClose}
				onSubmit={async (proof, { name = "" }) => {
					setHasFailed(false);
					const { data } = await unwrap(api.POST("/auth/passkeys/register/options", { body: proof }));
					const credential = await create(data);
					setHasFailed(credential === null);
					if (credential === null) return;
					await unwrap(api.POST("/auth/passkeys/register/verify", { body: { name, credential: credential as never } }));
					await outdate("/auth/passkeys", "/auth/profile");
					toast(own.passkeyAdded);
					onClose();
				}}
			>
				<TextField label={own.passkeyName} hint={own.passkeyNameHint} name="name" autoComplete="off" required />
			</ProofForm>
		</Dialog>
	);
}

/** Has the browser make a key. @returns null if it has not, or the person has closed its window */
async function create(options: object): Promise<unknown> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
	try {
		const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
		return credential?.toJSON() ?? null;
	} catch (error) {
		if (error instanceof DOMException) return null;
		throw error;
	}
}
