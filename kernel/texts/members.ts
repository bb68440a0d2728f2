import type { Translations } from "./translations.ts";

/** Texts of members, invitations, workspaces and domains. */
export const membersTexts = {
	"A meeting is live in the workspace: end it first.": {
		es: "Hay una reunión en directo en el espacio de trabajo: finalícela antes.",
		de: "Im Arbeitsbereich läuft eine Besprechung: Beenden Sie sie zuerst.",
	},
	"An organization can have at most {most} domains: remove some first.": {
		es: "Una organización puede tener como máximo {most} dominios: quite antes alguno.",
		de: "Eine Organisation kann höchstens {most} Domains haben: Entfernen Sie zuerst einige.",
	},
	"Another organization has verified this domain.": {
		es: "Otra organización ha demostrado que este dominio es suyo.",
		de: "Eine andere Organisation hat nachgewiesen, dass diese Domain ihr gehört.",
	},
	"Another workspace has this {field}.": {
		es: "Otro espacio de trabajo tiene este {field}.",
		de: "Ein anderer Arbeitsbereich hat bereits dieses Feld {field}.",
	},
	"DNS could not be asked: try again shortly.": {
		es: "No se pudo consultar el DNS: vuelva a intentarlo en breve.",
		de: "DNS konnte nicht abgefragt werden: Versuchen Sie es in Kürze erneut.",
	},
	"Inviting an address requires the scope member:write; add members of the organization by their id.": {
		es: "Invitar a una dirección requiere el permiso member:write; añada a los miembros de la organización por su id.",
		de: "Eine Adresse einzuladen erfordert die Berechtigung member:write; fügen Sie Mitglieder der Organisation über ihre Kennung hinzu.",
	},
	"is required with manual": { es: "es obligatorio con manual", de: "ist mit manual erforderlich" },
	"is required: the address has no account yet": {
		es: "es obligatorio: la dirección aún no tiene cuenta",
		de: "ist erforderlich: Die Adresse hat noch kein Konto",
	},
	"must be a current or former member of the organization": {
		es: "debe ser una persona que pertenece o perteneció a la organización",
		de: "muss eine Person sein, die zur Organisation gehört oder gehörte",
	},
	"must be a day, such as 2030-01-12": {
		es: "debe ser un día, como 2030-01-12",
		de: "muss ein Tag sein, etwa 2030-01-12",
	},
	"must be a role available without educationMode: {role} requires it": {
		es: "debe ser un rol disponible sin educationMode: {role} lo requiere",
		de: "muss eine Rolle sein, die es ohne educationMode gibt: {role} erfordert es",
	},
	"must be a role without educationMode: {role} needs it": {
		es: "debe ser un rol sin educationMode: {role} lo requiere",
		de: "muss eine Rolle ohne educationMode sein: {role} erfordert es",
	},
	"must be sent with manual only": { es: "solo debe enviarse con manual", de: "darf nur mit manual gesendet werden" },
	"must be the e-mail address of the person, or the id of a former member": {
		es: "debe ser la dirección de correo de la persona, o el id de una que se ha marchado",
		de: "muss die E-Mail-Adresse der Person sein oder die Kennung einer ausgeschiedenen Person",
	},
	"must be the id of a member of the organization: invite others by their address": {
		es: "debe ser el id de un miembro de la organización: invite a otras personas por su dirección",
		de: "muss die Kennung eines Mitglieds der Organisation sein: Laden Sie andere über ihre Adresse ein",
	},
	"must be the id of a user you may add: invite people by their address": {
		es: "debe ser el id de un usuario que usted pueda añadir: invite a las personas por su dirección",
		de: "muss die Kennung eines Benutzers sein, den Sie hinzufügen dürfen: Laden Sie Personen über ihre Adresse ein",
	},
	"must have at most {most} names": {
		es: "debe tener como máximo {most} nombres",
		de: "darf höchstens {most} Namen haben",
	},
	"must have exactly one of domain and domains": {
		es: "debe tener exactamente uno de domain y domains",
		de: "muss genau eines von domain und domains haben",
	},
	"must not be a member already": { es: "no debe ser ya miembro", de: "darf noch kein Mitglied sein" },
	"must not be in the future": { es: "no debe estar en el futuro", de: "darf nicht in der Zukunft liegen" },
	"must not be the {field} of another workspace": {
		es: "no debe ser el {field} de otro espacio de trabajo",
		de: "darf nicht das Feld {field} eines anderen Arbeitsbereichs wiederholen",
	},
	"No TXT record was found; a new one can take a while to appear everywhere.": {
		es: "No se encontró ningún registro TXT; un registro nuevo puede tardar en verse en todas partes.",
		de: "Es wurde kein TXT-Eintrag gefunden; bis ein neuer überall sichtbar ist, kann es eine Weile dauern.",
	},
	"Only a system administrator may verify a domain without its record.": {
		es: "Solo un administrador del sistema puede verificar un dominio sin su registro.",
		de: "Nur ein Systemadministrator darf eine Domain ohne ihren Eintrag bestätigen.",
	},
	"Only managers of the workspace and administrators of the organization may do this.": {
		es: "Solo pueden hacer esto los gestores del espacio de trabajo y los administradores de la organización.",
		de: "Das dürfen nur Manager des Arbeitsbereichs und Administratoren der Organisation.",
	},
	"The address has expired; request a new one.": {
		es: "La dirección ha caducado; solicite una nueva.",
		de: "Die Adresse ist abgelaufen; fordern Sie eine neue an.",
	},
	"The address is not valid; request a new one.": {
		es: "La dirección no es válida; solicite una nueva.",
		de: "Die Adresse ist nicht gültig; fordern Sie eine neue an.",
	},
	"The consent of guardians is noted for students, with `educationMode`.": {
		es: "El consentimiento de los tutores se anota para estudiantes, con `educationMode`.",
		de: "Die Zustimmung der Sorgeberechtigten wird für Lernende vermerkt, mit `educationMode`.",
	},
	"The export cannot be downloaded in its current state.": {
		es: "La exportación no puede descargarse en su estado actual.",
		de: "Der Export kann in seinem aktuellen Status nicht heruntergeladen werden.",
	},
	"The invitation is unknown, used or expired; ask for a new one.": {
		es: "La invitación es desconocida, ya se ha usado o ha caducado; pida una nueva.",
		de: "Die Einladung ist unbekannt, bereits verwendet oder abgelaufen; bitten Sie um eine neue.",
	},
	"The invitation is {state}; only a pending invitation can be resent or withdrawn.": {
		es: "La invitación tiene el estado {state}; solo puede reenviarse o retirarse una invitación pendiente.",
		de: "Die Einladung hat den Status {state}; nur eine offene Einladung kann erneut gesendet oder zurückgezogen werden.",
	},
	"The invited address already has an account: sign in, then accept the invitation.": {
		es: "La dirección invitada ya tiene una cuenta: inicie sesión y acepte la invitación.",
		de: "Die eingeladene Adresse hat bereits ein Konto: Melden Sie sich an, und nehmen Sie dann die Einladung an.",
	},
	"The organization has no note about the consent of this person's guardians.": {
		es: "La organización no tiene ninguna nota sobre el consentimiento de los tutores de esta persona.",
		de: "Die Organisation hat keinen Vermerk über die Zustimmung der Sorgeberechtigten dieser Person.",
	},
	"The organization has no such domain.": {
		es: "La organización no tiene ese dominio.",
		de: "Die Organisation hat keine solche Domain.",
	},
	"The organization has no such erasure.": {
		es: "La organización no tiene esa supresión.",
		de: "Die Organisation hat keine solche Löschung.",
	},
	"The organization has no such export.": {
		es: "La organización no tiene esa exportación.",
		de: "Die Organisation hat keinen solchen Export.",
	},
	"The organization has no such invitation.": {
		es: "La organización no tiene esa invitación.",
		de: "Die Organisation hat keine solche Einladung.",
	},
	"The organization has no such member.": {
		es: "La organización no tiene ese miembro.",
		de: "Die Organisation hat kein solches Mitglied.",
	},
	"The organization is not active; accept the invitation once it is.": {
		es: "La organización no está activa; acepte la invitación cuando lo esté.",
		de: "Die Organisation ist nicht aktiv; nehmen Sie die Einladung an, sobald sie es ist.",
	},
	"The organization only admits addresses of its allowed domains: allow this one first, or invite a guest.": {
		es: "La organización solo admite direcciones de sus dominios permitidos: permita antes este o invite a la persona como invitada externa.",
		de: "Die Organisation lässt nur Adressen ihrer erlaubten Domains zu: Erlauben Sie zuerst diese, oder laden Sie die Person als Gast ein.",
	},
	"The organization would be left without an owner: make another member an owner first.": {
		es: "La organización se quedaría sin propietario: convierta antes a otro miembro en propietario.",
		de: "Die Organisation hätte keinen Inhaber mehr: Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
	},
	"The person is already being erased.": {
		es: "Los datos de la persona ya se están suprimiendo.",
		de: "Die Daten der Person werden bereits gelöscht.",
	},
	"The user is already a member; change their role instead.": {
		es: "El usuario ya es miembro; cambie su rol.",
		de: "Der Benutzer ist bereits Mitglied; ändern Sie stattdessen seine Rolle.",
	},
	"The workspace has no such member.": {
		es: "El espacio de trabajo no tiene ese miembro.",
		de: "Der Arbeitsbereich hat kein solches Mitglied.",
	},
	"The workspace is archived: restore it first.": {
		es: "El espacio de trabajo está archivado: restáurelo antes.",
		de: "Der Arbeitsbereich ist archiviert: Stellen Sie ihn zuerst wieder her.",
	},
	"The workspace would be left without a manager: make another member a manager first.": {
		es: "El espacio de trabajo se quedaría sin gestor: convierta antes a otro miembro en gestor.",
		de: "Der Arbeitsbereich hätte keinen Manager mehr: Machen Sie zuerst ein anderes Mitglied zum Manager.",
	},
	"There is no such workspace.": {
		es: "No existe ese espacio de trabajo.",
		de: "Diesen Arbeitsbereich gibt es nicht.",
	},
	"This requires the scope org:admin.": {
		es: "Esto requiere el permiso org:admin.",
		de: "Das erfordert die Berechtigung org:admin.",
	},
	"Too many exports": { es: "Demasiadas exportaciones", de: "Zu viele Exporte" },
	"TXT records were found, but none has the expected text.": {
		es: "Se encontraron registros TXT, pero ninguno con el texto esperado.",
		de: "Es wurden TXT-Einträge gefunden, aber keiner mit dem erwarteten Text.",
	},
	"Verify the domain first: people may join by it only then.": {
		es: "Verifique antes el dominio: solo entonces se podrán unir personas con él.",
		de: "Bestätigen Sie zuerst die Domain: Erst dann können Personen mit ihr beitreten.",
	},
	"You are the only owner of organizations: first make another member an owner of each, or delete it.": {
		es: "Usted es el único propietario de organizaciones: antes, asigne otro propietario a cada una o elimínela.",
		de: "Sie sind der einzige Inhaber von Organisationen: Machen Sie zuerst bei jeder eine andere Person zum Inhaber, oder löschen Sie sie.",
	},
	"You belong to more than {most} organizations: leave some of them first.": {
		es: "Usted pertenece a más de {most} organizaciones: abandone antes algunas.",
		de: "Sie gehören zu mehr als {most} Organisationen: Verlassen Sie zuerst einige.",
	},
	"Your domain does not let you join this organization.": {
		es: "Su dominio no le permite unirse a esta organización.",
		de: "Mit Ihrer Domain können Sie dieser Organisation nicht beitreten.",
	},
} satisfies Translations;
