import '../src/ui/base.css';
import '../src/i18n/setup.ts';
