import type { ComponentType } from "react";
import {
  AlertRegular,
  BookRegular,
  BuildingBankRegular,
  CameraRegular,
  CertificateRegular,
  ChevronRightRegular,
  CardUiRegular,
  ContactCardRegular,
  CopyRegular,
  DocumentRegular,
  DocumentTextRegular,
  GlobeRegular,
  HatGraduationRegular,
  HomeRegular,
  LocationRegular,
  ChatRegular,
  MailRegular,
  NumberSymbolRegular,
  CheckmarkRegular,
  WarningRegular,
  PaymentRegular,
  PersonRegular,
  PlayCircleRegular,
  QuestionCircleRegular,
  ShieldCheckmarkRegular,
  ShieldErrorRegular,
  SignOutRegular,
  VehicleCarRegular,
  BriefcaseRegular,
  type FluentIconsProps,
} from "@fluentui/react-icons";

/** The icons that definitions may name. To add one: a line here. */
const icons: Record<string, ComponentType<FluentIconsProps>> = {
  home: HomeRegular,
  profile: PersonRegular,
  notifications: AlertRegular,
  payments: PaymentRegular,
  demo: PlayCircleRegular,
  video: PlayCircleRegular,
  logout: SignOutRegular,
  help: QuestionCircleRegular,
  "sign-out": SignOutRegular,
  identity: ContactCardRegular,
  reference: NumberSymbolRegular,
  degree: HatGraduationRegular,
  marksheet: DocumentTextRegular,
  employment: BriefcaseRegular,
  address: LocationRegular,
  passport: GlobeRegular,
  licence: VehicleCarRegular,
  "driving-licence": VehicleCarRegular,
  finance: BuildingBankRegular,
  certificate: CertificateRegular,
  credential: ShieldCheckmarkRegular,
  withdrawn: ShieldErrorRegular,
  book: BookRegular,
  camera: CameraRegular,
  card: CardUiRegular,
  mail: MailRegular,
  chat: ChatRegular,
  copy: CopyRegular,
  next: ChevronRightRegular,
  document: DocumentRegular,
  done: CheckmarkRegular,
  warning: WarningRegular,
  language: GlobeRegular,
};

/** The names of all icons. */
export const iconNames: readonly string[] = Object.keys(icons);

/** A named icon, hidden from assistive technology. An unknown name shows the document icon. */
export function Icon({ name, size = 24 }: { name: string; size?: number }) {
  const IconComponent = icons[name] ?? DocumentRegular;
  return <IconComponent aria-hidden="true" fontSize={size} />;
}
