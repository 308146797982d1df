import { profileRoutes, userRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getAvatar, removeAvatar, uploadAvatar } from './avatar.ts';
import { changeEmail, confirmEmail } from './email.ts';
import { policy } from './policy.ts';
import { getMyProfile, updateMyProfile } from './profile-screen.ts';
import { updateProfile } from './update.ts';
import { changeUsername, confirmUsername } from './username.ts';

export const routes = [
  route(profileRoutes.update, policy.own, updateProfile),
  route(profileRoutes.uploadAvatar, policy.own, uploadAvatar),
  route(profileRoutes.removeAvatar, policy.own, removeAvatar),
  route(profileRoutes.avatar, policy.picture, getAvatar),
  route(profileRoutes.changeEmail, policy.own, changeEmail),
  route(profileRoutes.confirmEmail, policy.own, confirmEmail),
  route(profileRoutes.changeUsername, policy.own, changeUsername),
  route(profileRoutes.confirmUsername, policy.own, confirmUsername),
];

export const screenRoutes = [
  route(userRoutes.get, policy.own, getMyProfile),
  route(userRoutes.update, policy.own, updateMyProfile),
];
