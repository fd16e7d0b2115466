// The pictures of the icon names that the basic catalogs have, from the lucide package, each as one path of a 24 by 24
// drawing with a stroke of 2. One path instead of several shapes: a page of icons has a third of the elements.

import {
  ArrowLeft,
  ArrowRight,
  Bell,
  BellOff,
  Calendar,
  CalendarDays,
  Camera,
  Check,
  CircleAlert,
  CircleQuestionMark,
  CircleUser,
  CreditCard,
  Download,
  Ellipsis,
  EllipsisVertical,
  Eye,
  EyeOff,
  FastForward,
  Folder,
  Heart,
  HeartOff,
  House,
  type IconNode,
  Image,
  Info,
  Lock,
  LockOpen,
  Mail,
  MapPin,
  Menu,
  Paperclip,
  Pause,
  Pencil,
  Phone,
  Play,
  Plus,
  Printer,
  RefreshCw,
  Rewind,
  Search,
  Send,
  Settings,
  Share2,
  ShoppingCart,
  SkipBack,
  SkipForward,
  Smartphone,
  Square,
  Star,
  StarHalf,
  StarOff,
  Trash2,
  TriangleAlert,
  Upload,
  User,
  Volume,
  Volume1,
  Volume2,
  VolumeX,
  X,
} from 'lucide';

const ICONS: { readonly [name: string]: IconNode } = {
  accountCircle: CircleUser,
  add: Plus,
  arrowBack: ArrowLeft,
  arrowForward: ArrowRight,
  attachFile: Paperclip,
  calendarToday: Calendar,
  call: Phone,
  camera: Camera,
  check: Check,
  close: X,
  delete: Trash2,
  download: Download,
  edit: Pencil,
  event: CalendarDays,
  error: CircleAlert,
  favorite: Heart,
  favoriteOff: HeartOff,
  folder: Folder,
  help: CircleQuestionMark,
  home: House,
  info: Info,
  locationOn: MapPin,
  lock: Lock,
  lockOpen: LockOpen,
  mail: Mail,
  menu: Menu,
  moreVert: EllipsisVertical,
  moreHoriz: Ellipsis,
  notificationsOff: BellOff,
  notifications: Bell,
  payment: CreditCard,
  person: User,
  phone: Smartphone,
  photo: Image,
  print: Printer,
  refresh: RefreshCw,
  search: Search,
  send: Send,
  settings: Settings,
  share: Share2,
  shoppingCart: ShoppingCart,
  star: Star,
  starHalf: StarHalf,
  starOff: StarOff,
  upload: Upload,
  visibility: Eye,
  visibilityOff: EyeOff,
  warning: TriangleAlert,
  fastForward: FastForward,
  pause: Pause,
  play: Play,
  rewind: Rewind,
  skipNext: SkipForward,
  skipPrevious: SkipBack,
  stop: Square,
  volumeDown: Volume1,
  volumeMute: Volume,
  volumeOff: VolumeX,
  volumeUp: Volume2,
};

export const iconNames = (): readonly string[] => Object.keys(ICONS);

/** A frame with nothing in it: for a name that has no picture. */
export const UNKNOWN_ICON =
  'M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3';

const paths = new Map<string, string>();

/** The path of a named icon; undefined for a name without a picture. */
export function iconPath(name: string): string | undefined {
  let path = paths.get(name);
  if (path === undefined && Object.hasOwn(ICONS, name)) {
    path = (ICONS[name] as IconNode).map(([shape, attributes]) => outline(shape, attributes)).join('');
    paths.set(name, path);
  }
  return path;
}

/** A shape of lucide as path data; it uses these and no others for the names above. */
function outline(shape: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  const n = (name: string): number => Number(attributes[name] ?? 0);
  switch (shape) {
    case 'path':
      // A path may begin with a small m, which counts from where the path before it has ended.
      return `M0 0${attributes.d}`;
    case 'circle':
      return `M${n('cx') - n('r')} ${n('cy')}${arc(n('r'), 2 * n('r'))}${arc(n('r'), -2 * n('r'))}`;
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
    case 'rect':
      return rectangle(n('x'), n('y'), n('width'), n('height'), n('rx'));
    default:
      return `M${attributes.points}${shape === 'polygon' ? 'z' : ''}`;
  }
}

function arc(r: number, dx: number): string {
  return `a${r} ${r} 0 1 0 ${dx} 0`;
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number): string => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  const [w, h] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
}
