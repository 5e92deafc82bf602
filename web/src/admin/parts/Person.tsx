import type { PublicUser } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './Person.module.css';

/** A person with a link to the page about them. */
export function Person({ person, size = 26 }: { person: PublicUser; size?: number }) {
  return (
    <Link to={`/people/${person._id}`} className={styles.person}>
      <Avatar file={person.avatar} size={size} />
      <span>{person.nickname}</span>
    </Link>
  );
}
