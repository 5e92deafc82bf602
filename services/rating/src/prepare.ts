import { prepareStore } from '@doushouqi/service-kit';
import { openRatings } from './models/ratings.ts';

prepareStore('rating', openRatings);
